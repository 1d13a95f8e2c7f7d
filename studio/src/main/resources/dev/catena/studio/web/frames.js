/** Poses of bodies and axes of joints in the world. A pose is twelve numbers: the rotation by rows, then the position. */

/** @typedef {import("studio/robot.js").Robot} Robot */

/**
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 * @returns {number[]} a · b
 */
export function times(a, b) {
  const c = new Array(12);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      c[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
    }
    c[9 + i] = a[3 * i] * b[9] + a[3 * i + 1] * b[10] + a[3 * i + 2] * b[11] + a[9 + i];
  }
  return c;
}

/**
 * @param {ArrayLike<number>} pose
 * @param {ArrayLike<number>} v
 * @returns {number[]} R v
 */
export function turn(pose, v) {
  return [0, 3, 6].map((i) => pose[i] * v[0] + pose[i + 1] * v[1] + pose[i + 2] * v[2]);
}

/**
 * @param {ArrayLike<number>} pose
 * @param {ArrayLike<number>} v
 * @returns {number[]} R v + p
 */
export function place(pose, v) {
  return turn(pose, v).map((x, i) => x + pose[9 + i]);
}

/** @param {number[]} a @param {number[]} b */
export function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** @param {number[]} a @param {number[]} b */
export function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** @param {number[]} a @param {number[]} b */
export function minus(a, b) {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/**
 * @param {Robot} robot
 * @param {number} body
 */
export function poseOf(robot, body) {
  return robot.poses.subarray(12 * body, 12 * body + 12);
}

/**
 * The axes of all moving joints: a point and a direction in the world.
 * @param {Robot} robot
 */
export function axes(robot) {
  return robot.joints.map((joint) => {
    const frame = times(poseOf(robot, joint.parent), joint.parentFromJoint);
    const length = Math.hypot(joint.axis[0], joint.axis[1], joint.axis[2]);
    return { origin: frame.slice(9), axis: turn(frame, joint.axis).map((x) => x / length), turns: joint.kind === "revolute" };
  });
}

/**
 * Which joints move a body.
 * @param {Robot} robot
 * @param {number} body
 * @returns {boolean[]}
 */
export function moves(robot, body) {
  const moving = new Array(robot.size).fill(false);
  const jointOf = new Map(robot.description.joints.map((joint) => [joint.child, joint]));
  for (let joint = jointOf.get(body); joint; joint = jointOf.get(joint.parent)) {
    if (joint.coordinate >= 0) {
      moving[joint.coordinate] = true;
    }
  }
  return moving;
}

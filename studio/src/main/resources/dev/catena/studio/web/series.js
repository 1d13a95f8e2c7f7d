/**
 * Frames of a robot in motion as power series of time. A series of poses has twelve numbers for each power: the rotation by
 * rows, then the position. Derivatives of any order come from products of series, and nothing is differentiated by hand.
 */

/** @typedef {import("studio/robot.js").Robot} Robot */
/** @typedef {import("studio/robot.js").Joint} Joint */

const POSE = 12;
/** Of the orders that there are. */
export const FACTORIAL = [1, 1, 2, 6];

/** Arrays are plain ones, which are made faster than typed ones. @param {number} length @returns {number[]} */
function zeros(length) {
  const list = [];
  for (let k = 0; k < length; k++) {
    list.push(0);
  }
  return list;
}

/** @param {number[]} a @param {number} i @param {ArrayLike<number>} b @param {number} j @param {number[]} c @param {number} k */
function addProduct(a, i, b, j, c, k) {
  for (let row = 0; row < 9; row += 3) {
    const x = a[i + row];
    const y = a[i + row + 1];
    const z = a[i + row + 2];
    c[k + row] += x * b[j] + y * b[j + 3] + z * b[j + 6];
    c[k + row + 1] += x * b[j + 1] + y * b[j + 4] + z * b[j + 7];
    c[k + row + 2] += x * b[j + 2] + y * b[j + 5] + z * b[j + 8];
    c[k + 9 + row / 3] += x * b[j + 9] + y * b[j + 10] + z * b[j + 11];
  }
}

/** @param {number[]} a @param {number[]} b @returns {number[]} a · b, Cauchy's product */
function product(a, b) {
  const c = zeros(a.length);
  for (let k = 0; k < a.length; k += POSE) {
    for (let i = 0; i <= k; i += POSE) {
      addProduct(a, i, b, k - i, c, k);
    }
    c[k + 9] += a[k + 9];
    c[k + 10] += a[k + 10];
    c[k + 11] += a[k + 11];
  }
  return c;
}

/** @param {number[]} a @param {ArrayLike<number>} pose @returns {number[]} a · pose, whose pose does not move */
export function timesPose(a, pose) {
  const c = zeros(a.length);
  for (let k = 0; k < a.length; k += POSE) {
    addProduct(a, k, pose, 0, c, k);
    c[k + 9] += a[k + 9];
    c[k + 10] += a[k + 10];
    c[k + 11] += a[k + 11];
  }
  return c;
}

/** R = 1 + sin q K + (1 − cos q) K² about a unit axis, or a slide along it. @param {Joint} joint @param {number[]} q powers of t */
function jointSeries(joint, q) {
  const series = zeros(POSE * q.length);
  const length = Math.hypot(joint.axis[0], joint.axis[1], joint.axis[2]);
  const [x, y, z] = joint.axis.map((component) => component / length);
  series[0] = series[4] = series[8] = 1;
  if (joint.kind === "prismatic") {
    q.forEach((power, k) => [x, y, z].forEach((axis, i) => (series[POSE * k + 9 + i] = axis * power)));
    return series;
  }
  const sine = [Math.sin(q[0])];
  const cosine = [Math.cos(q[0])];
  for (let k = 1; k < q.length; k++) {
    sine[k] = cosine[k] = 0;
    for (let i = 1; i <= k; i++) {
      sine[k] += (i / k) * q[i] * cosine[k - i];
      cosine[k] -= (i / k) * q[i] * sine[k - i];
    }
  }
  const turn = [0, -z, y, z, 0, -x, -y, x, 0];
  const square = [x * x - 1, x * y, x * z, x * y, y * y - 1, y * z, x * z, y * z, z * z - 1];
  for (let k = 0; k < q.length; k++) {
    const rest = (k === 0 ? 1 : 0) - cosine[k];
    for (let i = 0; i < 9; i++) {
      series[POSE * k + i] += sine[k] * turn[i] + rest * square[i];
    }
  }
  return series;
}

/** The frames of some bodies, and of the joints that move them, for the state of a robot. */
export class MovingFrames {
  /** @param {Robot} robot @param {number[]} bodies */
  constructor(robot, bodies) {
    this.robot = robot;
    const jointOf = new Map(robot.description.joints.map((joint) => [joint.child, joint]));
    /** From the base outward. @type {Joint[]} */
    this.way = [];
    const known = new Set([0]);
    const reach = (/** @type {number} */ body) => {
      const joint = jointOf.get(body);
      if (joint && !known.has(body)) {
        reach(joint.parent);
        known.add(body);
        this.way.push(joint);
      }
    };
    bodies.forEach(reach);
    /** By body. @type {number[][]} */
    this.poses = [];
    /** By coordinate: where the joint's own frame is before it moves. @type {number[][]} */
    this.frames = [];
  }

  /** Takes positions and their first derivatives. @param {number} order */
  compute(order) {
    const { q, qd, qdd, qddd } = this.robot;
    const rates = [qd, qdd, qddd];
    const base = zeros(POSE * (order + 1));
    base[0] = base[4] = base[8] = 1;
    this.poses[0] = base;
    for (const joint of this.way) {
      let pose = timesPose(this.poses[joint.parent], joint.parentFromJoint);
      const j = joint.coordinate;
      if (j >= 0) {
        this.frames[j] = pose;
        const powers = [q[j]];
        for (let k = 1; k <= order; k++) {
          powers.push(rates[k - 1][j] / FACTORIAL[k]);
        }
        pose = product(pose, jointSeries(joint, powers));
      }
      this.poses[joint.child] = timesPose(pose, joint.jointFromBody);
    }
  }
}

/** A column of a frame, or with 3 its position: vectors by power. @param {number[]} pose @param {number} column */
export function vectors(pose, column) {
  const list = [];
  for (let k = 0; k < pose.length; k += POSE) {
    list.push(column < 3 ? [pose[k + column], pose[k + 3 + column], pose[k + 6 + column]] : [pose[k + 9], pose[k + 10], pose[k + 11]]);
  }
  return list;
}

/** @param {number[][]} a @param {number[][]} b @returns {number[]} by power */
export function dotSeries(a, b) {
  return a.map((_, k) => {
    let sum = 0;
    for (let i = 0; i <= k; i++) {
      const [u, v] = [a[i], b[k - i]];
      sum += u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    }
    return sum;
  });
}

/** @param {number[][]} a @param {number[][]} b @returns {number[][]} by power */
export function crossSeries(a, b) {
  return a.map((_, k) => {
    const sum = [0, 0, 0];
    for (let i = 0; i <= k; i++) {
      const [u, v] = [a[i], b[k - i]];
      sum[0] += u[1] * v[2] - u[2] * v[1];
      sum[1] += u[2] * v[0] - u[0] * v[2];
      sum[2] += u[0] * v[1] - u[1] * v[0];
    }
    return sum;
  });
}

/** @param {number[][]} a @param {number[][]} b @returns {number[][]} by power */
export function minusSeries(a, b) {
  return a.map((u, k) => [u[0] - b[k][0], u[1] - b[k][1], u[2] - b[k][2]]);
}

/**
 * A body that is pulled while it moves: a spring and a damper from a point of the body to a place in the world, so stiff that
 * the robot's whole mass would come along in a fifth of a second.
 */

import { axes, cross, dot, minus, moves, place, poseOf, turn } from "studio/frames.js";

/** @typedef {import("studio/robot.js").Robot} Robot */
/** @typedef {{body: number, point: number[], target: number[]}} Pull */

/** Of the spring, rad/s. */
const PACE = 8;

export class Pushing {
  /** @param {Robot} robot */
  constructor(robot) {
    this.robot = robot;
    this.mass = robot.bodies.reduce((sum, body, b) => sum + (b > 0 || robot.base ? body.mass : 0), 0) || 1;
    /** @type {Pull | null} */
    this.pull = null;
    /** @type {boolean[]} */
    this.movers = [];
    /** What acts now, in world axes. */
    this.force = [0, 0, 0];
  }

  /** @param {Pull | null} pull null lets go */
  hold(pull) {
    this.pull = pull;
    this.movers = pull ? moves(this.robot, pull.body) : [];
    this.robot.inputs.wrenches?.fill(0);
    this.force = [0, 0, 0];
  }

  /**
   * Adds Jᵀ F to the efforts of joints, and tells a base that floats what it feels.
   * @param {Float64Array} effort
   * @returns {number} power that goes into the base; that of joints is with their efforts
   */
  act(effort) {
    const { pull, robot } = this;
    if (!pull) {
      return 0;
    }
    robot.call("pose");
    const at = place(poseOf(robot, pull.body), pull.point);
    const columns = axes(robot).map(({ origin, axis, turns }) => (turns ? cross(axis, minus(at, origin)) : axis));
    const velocity = [0, 0, 0];
    const add = (/** @type {number[]} */ v, /** @type {number} */ scale) => v.forEach((x, i) => (velocity[i] += scale * x));
    columns.forEach((column, j) => this.movers[j] && add(column, robot.qd[j]));
    const { base } = robot;
    const arm = base ? minus(at, Array.from(base.subarray(9, 12))) : [];
    if (base) {
      add(turn(base, base.subarray(12, 15)), 1);
      add(cross(turn(base, base.subarray(15, 18)), arm), 1);
    }
    const force = minus(pull.target, at).map((x, i) => this.mass * PACE * (PACE * x - 2 * velocity[i]));
    columns.forEach((column, j) => this.movers[j] && (effort[j] += dot(column, force)));
    this.force = force;
    if (!base) {
      return 0;
    }
    robot.inputs.wrenches.set([...force, ...cross(arm, force)]);
    return dot(force, turn(base, base.subarray(12, 15))) + dot(cross(arm, force), turn(base, base.subarray(15, 18)));
  }
}

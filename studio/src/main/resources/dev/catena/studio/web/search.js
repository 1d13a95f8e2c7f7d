/**
 * Postures that bring a point of a body to a place, as `catena ik` finds them: damped least squares, more damping while
 * steps do not help; joints that would leave their limits go to them, and the others make up for it.
 */

import { axes, cross, minus, moves, place, poseOf } from "studio/frames.js";
import { solvePositive } from "studio/linear.js";

/** @typedef {import("studio/state.js").State} State */

/** No joint moves farther in a step, rad or lengths of the robot. */
const LONGEST_STEP = 1;
const MOST_STEPS = 40;

export class PointSearch {
  /** @param {State} state @param {number} length of the robot */
  constructor(state, length) {
    this.state = state;
    this.length = length;
  }

  /**
   * Leads a point of a body toward a place; how far away it stays.
   * @param {number} body
   * @param {number[]} pointInBody
   * @param {number[]} target
   * @param {number} alone the only joint that moves, or −1
   */
  toward(body, pointInBody, target, alone) {
    const { robot, loops } = this.state;
    const reduces = loops.exists || loops.couples;
    const movable = moves(robot, body);
    const chosen = alone >= 0 ? [alone] : reduces ? loops.led : robot.joints.flatMap((_, j) => (movable[j] ? [j] : []));
    const clip = (/** @type {number} */ j, /** @type {number} */ x) =>
      Math.min(robot.joints[j].upper ?? Infinity, Math.max(robot.joints[j].lower ?? -Infinity, x));
    chosen.forEach((j) => (robot.q[j] = clip(j, robot.q[j])));
    /** What is missing; null where loops do not close. */
    const missing = () => {
      if (reduces && !(loops.close(alone) && loops.move(1))) {
        return null;
      }
      robot.call("pose");
      return minus(target, place(poseOf(robot, body), pointInBody));
    };
    let gap = missing();
    let factor = 1;
    for (let k = 0; k < MOST_STEPS && gap !== null && factor < 1e6; k++) {
      const merit = 0.5 * gap.reduce((sum, x) => sum + x * x, 0);
      if (Math.sqrt(2 * merit) < 1e-9 * this.length) {
        break;
      }
      const columns = this.columns(body, minus(target, gap), movable, chosen, alone);
      const step = this.step(columns, gap, factor * merit, chosen, clip);
      const before = Float64Array.from(robot.q);
      chosen.forEach((j, c) => (robot.q[j] = clip(j, robot.q[j] + step[c])));
      const next = missing();
      if (next !== null && 0.5 * next.reduce((sum, x) => sum + x * x, 0) < merit) {
        gap = next;
        factor = Math.max(factor / 4, 1e-3);
      } else {
        robot.q.set(before);
        missing();
        factor *= 8;
      }
    }
    return gap === null ? Infinity : Math.hypot(...gap);
  }

  /**
   * How the point moves with each chosen joint.
   * @param {number} body
   * @param {number[]} point
   * @param {boolean[]} movable
   * @param {number[]} chosen
   * @param {number} alone
   */
  columns(body, point, movable, chosen, alone) {
    const { robot, loops } = this.state;
    const all = axes(robot).map(({ origin, axis, turns }, j) =>
      movable[j] ? (turns ? cross(axis, minus(point, origin)) : axis) : [0, 0, 0],
    );
    if (alone >= 0 || !(loops.exists || loops.couples)) {
      return chosen.map((j) => all[j]);
    }
    return loops.columns.map((column) => [0, 1, 2].map((i) => all.reduce((sum, v, j) => sum + v[i] * column[j], 0)));
  }

  /**
   * dq = Jᵀ (J Jᵀ + λ)⁻¹ e within limits.
   * @param {number[][]} columns
   * @param {number[]} gap
   * @param {number} damping
   * @param {number[]} chosen
   * @param {(j: number, x: number) => number} clip
   */
  step(columns, gap, damping, chosen, clip) {
    const { robot } = this.state;
    const step = new Array(chosen.length).fill(0);
    const held = new Array(chosen.length).fill(false);
    for (let pass = 0, again = true; again && pass <= chosen.length; pass++) {
      const rest = Float64Array.from(gap);
      const square = new Float64Array(9);
      columns.forEach((column, c) => {
        for (let i = 0; i < 3; i++) {
          rest[i] -= held[c] ? column[i] * step[c] : 0;
          for (let k = 0; k < 3; k++) {
            square[3 * i + k] += held[c] ? 0 : column[i] * column[k];
          }
        }
      });
      const least = 1e-12 * (square[0] + square[4] + square[8]) || 1e-300;
      [0, 4, 8].forEach((i) => (square[i] += Math.max(damping, least)));
      if (!solvePositive(square, rest)) {
        break;
      }
      again = false;
      columns.forEach((column, c) => {
        if (!held[c]) {
          step[c] = column[0] * rest[0] + column[1] * rest[1] + column[2] * rest[2];
          const wanted = robot.q[chosen[c]] + step[c];
          if (clip(chosen[c], wanted) !== wanted) {
            step[c] = clip(chosen[c], wanted) - robot.q[chosen[c]];
            held[c] = true;
            again = true;
          }
        }
      });
    }
    const longest = Math.max(...step.map((x, c) => Math.abs(x) / (robot.joints[chosen[c]].kind === "revolute" ? 1 : this.length)));
    return longest > LONGEST_STEP ? step.map((x) => (x * LONGEST_STEP) / longest) : step;
  }
}

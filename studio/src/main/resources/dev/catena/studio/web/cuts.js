/** The equations of the cut joints: what they leave open, how it changes with the joints, and what they carry. */

import { cross, minus, moves } from "studio/frames.js";
import { FACTORIAL, MovingFrames, crossSeries, dotSeries, minusSeries, timesPose, vectors } from "studio/series.js";

/** @typedef {import("studio/robot.js").Robot} Robot */
/** @typedef {import("studio/robot.js").Cut} Cut */

/**
 * One equation: an axis of the first frame along which the frames' origins do not part, or axes of both that stay normal.
 * @typedef {{cut: number, first: number, second: number}} Equation second is −1 for a distance
 */

/** In place of an axis of the second frame: a turn about that of the first one. */
const TURN = 3;

/** @param {string} kind @param {number} cut @returns {Equation[]} */
function equationsOf(kind, cut) {
  /** @type {[number, number][]} */
  const list = [[0, -1], [1, -1]];
  if (kind !== "prismatic") {
    list.push([2, -1]);
  }
  if (kind === "universal") {
    list.push([0, 1]);
  } else if (kind !== "spherical") {
    list.push([0, 2], [1, 2]);
    if (kind !== "revolute") {
      list.push([0, 1]);
    }
  }
  return list.map(([first, second]) => ({ cut, first, second }));
}

export class CutEquations {
  /** @param {Robot} robot */
  constructor(robot) {
    this.robot = robot;
    this.cuts = robot.description.cuts;
    this.list = this.cuts.flatMap((cut, c) => equationsOf(cut.kind, c));
    /** Cut joints with friction, as an axis along or about which they move. @type {Equation[]} */
    this.rubbing = this.cuts.flatMap(({ kind, friction }, cut) =>
      friction[0] || friction[1] ? [{ cut, first: 2, second: kind === "prismatic" ? -1 : TURN }] : []);
    /** What friction took last, by rubbing joint. @type {number[]} */
    this.rubs = [];
    this.movers = this.cuts.map((cut) => [moves(robot, cut.first), moves(robot, cut.second)]);
    this.moving = new MovingFrames(robot, this.cuts.flatMap((cut) => [cut.first, cut.second]));
    // lengths are divided by the largest one of the robot, so that all equations are numbers of one kind
    const norm = (/** @type {number[]} */ pose) => Math.hypot(...pose.slice(9));
    this.length = Math.max(
      ...robot.description.joints.flatMap((joint) => [norm(joint.parentFromJoint), norm(joint.jointFromBody)]),
      ...this.cuts.flatMap((cut) => [norm(cut.firstFromJoint), norm(cut.secondFromJoint)]),
    ) || 1;
  }

  /** Frames of the cut joints on both bodies, as series. @param {number} order */
  place(order) {
    this.moving.compute(order);
    this.frames = this.cuts.map((cut) => {
      const a = timesPose(this.moving.poses[cut.first], cut.firstFromJoint);
      const b = timesPose(this.moving.poses[cut.second], cut.secondFromJoint);
      return { a: [0, 1, 2, 3].map((k) => vectors(a, k)), b: [0, 1, 2, 3].map((k) => vectors(b, k)) };
    });
    return this.frames;
  }

  /** The derivative of what is open, of some order, for the motion that the robot has. @param {number} order */
  open(order) {
    const frames = this.place(order);
    return this.list.map(({ cut, first, second }) => {
      const { a, b } = frames[cut];
      const series = second < 0 ? dotSeries(a[first], minusSeries(b[3], a[3])) : dotSeries(a[first], b[second]);
      return (FACTORIAL[order] * series[order]) / (second < 0 ? this.length : 1);
    });
  }

  /**
   * Slopes of all equations by joint, and, with order 1, their rates along the velocities: J and J̇.
   * @param {number} order
   */
  slopes(order) {
    const frames = this.place(order);
    const powers = order === 0 ? [0] : [0, 1];
    const joints = this.robot.joints.map((joint, j) => {
      const frame = this.moving.frames[j];
      if (!frame) {
        return null;
      }
      const length = Math.hypot(joint.axis[0], joint.axis[1], joint.axis[2]);
      const columns = [0, 1, 2].map((k) => vectors(frame, k));
      const axis = powers.map((power) =>
        [0, 1, 2].map((i) => joint.axis.reduce((sum, x, k) => sum + (x / length) * columns[k][power][i], 0)),
      );
      return { axis, origin: vectors(frame, 3), turns: joint.kind === "revolute" };
    });
    /** @type {number[][]} */
    const rows = [];
    /** @type {number[][]} */
    const rates = [];
    // after the equations: what friction of cut joints acts along, their turn about z or slide along it
    for (const { cut, first, second } of [...this.list, ...this.rubbing]) {
      const { a, b } = frames[cut];
      const [movesFirst, movesSecond] = this.movers[cut];
      const u = a[first];
      const gap = minusSeries(b[3], a[3]);
      const turned = crossSeries(u, second < 0 ? gap : b[second === TURN ? 2 : second]);
      const pairs = joints.map((joint, j) => {
        const sum = powers.map(() => 0);
        const add = (/** @type {number} */ sign, /** @type {number[]} */ series) => sum.forEach((_, k) => (sum[k] += sign * series[k]));
        if (joint && (movesFirst[j] || movesSecond[j])) {
          const { axis, origin, turns } = joint;
          const along = (/** @type {number[][]} */ point) =>
            dotSeries(u, turns ? crossSeries(axis, minusSeries(point, origin)) : axis);
          if (second < 0) {
            if (movesSecond[j]) {
              add(1 / this.length, along(b[3]));
            }
            if (movesFirst[j]) {
              add(-1 / this.length, along(a[3]));
              // (z × u) · gap
              add(turns ? 1 / this.length : 0, dotSeries(axis, turned));
            }
          } else if (turns && second === TURN) {
            add((movesSecond[j] ? 1 : 0) - (movesFirst[j] ? 1 : 0), dotSeries(axis, u));
          } else if (turns) {
            add((movesFirst[j] ? 1 : 0) - (movesSecond[j] ? 1 : 0), dotSeries(axis, turned));
          }
        }
        return sum;
      });
      rows.push(pairs.map((pair) => pair[0]));
      rates.push(pairs.map((pair) => pair[1] ?? 0));
    }
    const count = this.list.length;
    return { rows: rows.slice(0, count), rates: rates.slice(0, count), along: rows.slice(count), alongRates: rates.slice(count) };
  }

  /**
   * Adds what friction of cut joints takes to efforts of the tree, and to their rates.
   * @param {Float64Array} tau
   * @param {Float64Array} tauRate
   */
  rub(tau, tauRate) {
    this.rubs = this.rubbing.map(() => 0);
    if (!this.rubbing.length) {
      return;
    }
    const { qd, qdd } = this.robot;
    const { along, alongRates } = this.slopes(1);
    const sum = (/** @type {number[]} */ row, /** @type {Float64Array} */ x) => row.reduce((all, value, j) => all + value * x[j], 0);
    this.rubbing.forEach(({ cut, second }, k) => {
      // slopes of slides are in lengths of the robot
      const scale = second < 0 ? this.length : 1;
      const row = along[k].map((x) => scale * x);
      const rowRate = alongRates[k].map((x) => scale * x);
      const [coulomb, viscous, width] = this.cuts[cut].friction;
      const rate = sum(row, qd);
      const change = sum(row, qdd) + sum(rowRate, qd);
      const part = width > 0 ? Math.tanh(rate / width) : Math.sign(rate);
      const effort = coulomb * part + viscous * rate;
      const slope = viscous + (width > 0 ? (coulomb * (1 - part * part)) / width : 0);
      this.rubs[k] = effort;
      row.forEach((x, j) => {
        tau[j] += x * effort;
        tauRate[j] += x * slope * change + rowRate[j] * effort;
      });
    });
  }

  /**
   * What the cut joints do to their second bodies for multipliers of the equations: force and moment about the frame's
   * origin there, in world axes. First bodies get the opposite.
   * @param {number[]} multipliers
   */
  wrenches(multipliers) {
    const frames = this.frames ?? this.place(0);
    const all = this.cuts.map((_, c) => ({ force: [0, 0, 0], moment: [0, 0, 0], point: frames[c].b[3][0] }));
    this.list.forEach(({ cut, first, second }, k) => {
      const { a, b } = frames[cut];
      const u = a[first][0];
      const { force, moment } = all[cut];
      if (second < 0) {
        u.forEach((x, i) => (force[i] += (multipliers[k] * x) / this.length));
      } else {
        cross(u, b[second][0]).forEach((x, i) => (moment[i] -= multipliers[k] * x));
      }
    });
    this.rubbing.forEach(({ cut, second }, k) => {
      const { force, moment } = all[cut];
      frames[cut].a[2][0].forEach((x, i) => ((second < 0 ? force : moment)[i] -= (this.rubs[k] ?? 0) * x));
    });
    return all;
  }

  /**
   * Takes what the cut joints carry off what parents exert on children, about the children's origins and in their axes.
   * @param {number[]} multipliers
   * @param {Float64Array} wrenches six numbers by joint of the description
   */
  relieve(multipliers, wrenches) {
    const { joints } = this.robot.description;
    const jointOf = new Map(joints.map((joint, k) => [joint.child, k]));
    const { poses } = this.robot;
    this.wrenches(multipliers).forEach(({ force, moment, point }, c) => {
      const cut = this.cuts[c];
      for (const [body, sign] of [[cut.second, 1], [cut.first, -1]]) {
        for (let k = jointOf.get(body); k !== undefined; k = jointOf.get(joints[k].parent)) {
          const at = 12 * joints[k].child;
          const arm = minus(point, Array.from(poses.subarray(at + 9, at + 12)));
          const about = cross(arm, force).map((x, i) => x + moment[i]);
          for (let i = 0; i < 3; i++) {
            for (let row = 0; row < 3; row++) {
              wrenches[6 * k + i] -= sign * poses[at + 3 * row + i] * force[row];
              wrenches[6 * k + 3 + i] -= sign * poses[at + 3 * row + i] * about[row];
            }
          }
        }
      }
    });
  }
}

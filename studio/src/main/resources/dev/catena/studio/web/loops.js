/**
 * Closed loops: cut joints as equations between frames, closed by Newton's method over the joints that are not led, and
 * the torques that remain for the drives, Γₐ + Gᵀ Γₚ. The robot's equations are those of its tree.
 */

import { axes, cross, dot, minus, moves, poseOf, times } from "studio/frames.js";
import { leastSquares } from "studio/linear.js";

/** @typedef {import("studio/robot.js").Robot} Robot */
/** @typedef {import("studio/robot.js").Cut} Cut */

const CLOSED = 1e-10;
const STEPS = 60;

/** @param {number[]} f @param {number} k a column of a frame */
const column = (f, k) => [f[k], f[3 + k], f[6 + k]];

export class Loops {
  /** @param {Robot} robot */
  constructor(robot) {
    this.robot = robot;
    this.cuts = robot.description.cuts;
    this.exists = this.cuts.length > 0;
    this.independent = robot.joints.map((joint) => joint.independent);
    if (this.exists) {
      robot.q.set(robot.description.assembly);
      this.movers = this.cuts.map((cut) => [moves(robot, cut.first), moves(robot, cut.second)]);
      this.good = Float64Array.from(robot.q);
    }
  }

  /**
   * What the cut joints leave open, and how it changes with the joints. Orientations are products of axes that must
   * vanish; a row is the velocity of the second frame less that of the first.
   */
  equations() {
    const robot = this.robot;
    robot.call("pose");
    const joints = axes(robot);
    /** @type {number[][]} */
    const rows = [];
    /** @type {number[]} */
    const open = [];
    this.cuts.forEach((cut, c) => {
      const a = times(poseOf(robot, cut.first), cut.firstFromJoint);
      const b = times(poseOf(robot, cut.second), cut.secondFromJoint);
      const gap = minus(b.slice(9), a.slice(9));
      const [movesFirst, movesSecond] = /** @type {boolean[][]} */ (this.movers?.[c]);
      /** @param {(j: number) => number[]} turn @param {number[]} point @param {number} j */
      const velocity = (j, /** @type {number[]} */ point) =>
        joints[j].turns ? cross(joints[j].axis, minus(point, joints[j].origin)) : joints[j].axis;
      const spin = (/** @type {number} */ j) => (joints[j].turns ? joints[j].axis : [0, 0, 0]);
      /** direction u on the first frame: u · gap @param {number[]} u */
      const distance = (u) => {
        open.push(dot(u, gap));
        rows.push(
          joints.map((_, j) => {
            let slope = 0;
            if (movesSecond[j]) {
              slope += dot(u, velocity(j, b.slice(9)));
            }
            if (movesFirst[j]) {
              slope += dot(cross(spin(j), u), gap) - dot(u, velocity(j, a.slice(9)));
            }
            return slope;
          }),
        );
      };
      /** u on the first and v on the second frame are normal @param {number[]} u @param {number[]} v */
      const normal = (u, v) => {
        open.push(dot(u, v));
        rows.push(
          joints.map((_, j) => {
            const turned = cross(u, v);
            return (movesFirst[j] ? dot(spin(j), turned) : 0) - (movesSecond[j] ? dot(spin(j), turned) : 0);
          }),
        );
      };
      const [ax, ay, az] = [0, 1, 2].map((k) => column(a, k));
      const [bx, by, bz] = [0, 1, 2].map((k) => column(b, k));
      distance(ax);
      distance(ay);
      if (cut.kind !== "prismatic") {
        distance(az);
      }
      if (cut.kind === "universal") {
        normal(ax, by);
      } else if (cut.kind !== "spherical") {
        normal(ax, bz);
        normal(ay, bz);
        if (cut.kind !== "revolute") {
          normal(ax, by);
        }
      }
    });
    return { rows, open };
  }

  /**
   * Closes the loops over all joints that are not led; false where they cannot be closed, and the posture stays as it
   * was.
   * @param {number} moved a joint that was moved by hand, which is led alone if it is not independent
   */
  close(moved) {
    if (!this.exists || !this.good) {
      return true;
    }
    const robot = this.robot;
    const led = moved >= 0 && !this.independent[moved] ? robot.joints.map((_, j) => j === moved) : this.independent;
    const free = led.flatMap((isLed, j) => (isLed ? [] : [j]));
    for (let step = 0; step < STEPS; step++) {
      const { rows, open } = this.equations();
      const worst = Math.max(...open.map(Math.abs));
      if (worst < CLOSED) {
        this.good.set(robot.q);
        this.velocities(rows, free);
        return true;
      }
      const dq = leastSquares(
        rows.map((row) => free.map((j) => row[j])),
        open.map((x) => -x),
        worst > 1e-3 ? 1e-4 * worst : 1e-14,
      );
      if (!dq) {
        break;
      }
      const longest = Math.max(...dq.map(Math.abs));
      free.forEach((j, k) => (robot.q[j] += dq[k] * Math.min(1, 0.4 / longest)));
    }
    robot.q.set(this.good);
    return false;
  }

  /** q̇ₚ = G q̇ₐ; accelerations are not led through loops here. @param {number[][]} rows @param {number[]} free */
  velocities(rows, free) {
    const qd = this.robot.qd;
    const known = rows.map((row) => -row.reduce((sum, x, j) => sum + (free.includes(j) ? 0 : x * qd[j]), 0));
    const dq = leastSquares(rows.map((row) => free.map((j) => row[j])), known, 1e-14);
    free.forEach((j, k) => (qd[j] = dq ? dq[k] : 0));
  }

  /**
   * Efforts of the drives.
   * @param {Float64Array} tau
   * @param {Float64Array} tauRate
   * @param {Float64Array} gravity
   */
  efforts(tau, tauRate, gravity) {
    const robot = this.robot;
    tau.set(robot.tau);
    tauRate.set(robot.tauRate);
    gravity.set(robot.gravity);
    if (!this.exists) {
      return;
    }
    tauRate.fill(NaN);
    const { rows } = this.equations();
    const led = this.independent.flatMap((isLed, j) => (isLed ? [j] : []));
    const free = this.independent.flatMap((isLed, j) => (isLed ? [] : [j]));
    for (const vector of [tau, gravity]) {
      // Γₚ = Jₚᵀ λ, so that Γₐ − Jₐᵀ λ is left
      const columns = free.map((j) => rows.map((row) => row[j]));
      const lambda = leastSquares(columns, free.map((j) => vector[j]), 1e-14);
      for (const j of led) {
        vector[j] -= lambda ? rows.reduce((sum, row, k) => sum + row[j] * lambda[k], 0) : NaN;
      }
      free.forEach((j) => (vector[j] = 0));
    }
    robot.call("pose");
  }
}

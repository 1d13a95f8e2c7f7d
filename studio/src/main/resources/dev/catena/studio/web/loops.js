/**
 * Joints that are not free to choose: those that close loops and those that follow others. All joints move as the
 * independent ones say, q̇ = G q̇ₐ; loops are closed by Newton's method from the last posture.
 */

import { CutEquations } from "studio/cuts.js";
import { Columns, leastSquares } from "studio/linear.js";

/** @typedef {import("studio/robot.js").Robot} Robot */

const CLOSED = 1e-10;
const STEPS = 60;

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
const inner = (a, b) => {
  let sum = 0;
  for (let k = 0; k < a.length; k++) {
    sum += a[k] * b[k];
  }
  return sum;
};

export class Loops {
  /** @param {Robot} robot */
  constructor(robot) {
    this.robot = robot;
    /** Whether there are loops. */
    this.exists = robot.description.cuts.length > 0;
    this.couples = robot.joints.some((joint) => joint.leader !== undefined);
    this.independent = robot.joints.map((joint) => joint.independent && joint.leader === undefined);
    this.led = this.indices((j) => this.independent[j]);
    this.passive = this.indices((j) => !this.independent[j] && robot.joints[j].leader === undefined);
    this.active = this.indices((j) => robot.joints[j].active && robot.joints[j].leader === undefined);
    this.sameDrives = this.active.length === this.led.length && this.active.every((j, k) => j === this.led[k]);
    this.equations = new CutEquations(robot);
    this.good = Float64Array.from(robot.q);
    /** G by column, and its rate along the motion. @type {number[][]} */
    this.columns = [];
    /** @type {number[][]} */
    this.columnRates = [];
    /** Multipliers of the equations of the last efforts. @type {number[]} */
    this.multipliers = [];
    if (this.exists) {
      robot.q.set(robot.description.assembly);
      this.good.set(robot.q);
    }
  }

  /** @param {(j: number) => boolean} choice */
  indices(choice) {
    return this.robot.joints.flatMap((_, j) => (choice(j) ? [j] : []));
  }

  /** Columns of followers are counted with those of their leaders. @param {number[]} row @returns {number[]} */
  gathered(row) {
    if (!this.couples) {
      return row;
    }
    const sum = [...row];
    this.robot.joints.forEach(({ leader, factor = 1 }, j) => {
      if (leader !== undefined) {
        sum[leader] += factor * row[j];
        sum[j] = 0;
      }
    });
    return sum;
  }

  /** Followers go as their leaders do. @param {ArrayLike<number> & {[j: number]: number}} values @param {boolean} positions */
  follow(values, positions) {
    if (this.couples) {
      this.robot.joints.forEach(({ leader, factor = 1, offset = 0 }, j) => {
        if (leader !== undefined) {
          values[j] = factor * values[leader] + (positions ? offset : 0);
        }
      });
    }
  }

  /**
   * Closes the loops over all joints that are not led; false where they cannot be closed, and the posture stays as it
   * was.
   * @param {number} moved a joint that was moved by hand, which is led alone if it is not independent
   */
  close(moved) {
    const { robot } = this;
    this.follow(robot.q, true);
    if (!this.exists) {
      return true;
    }
    const alone = moved >= 0 && !this.independent[moved] && robot.joints[moved].leader === undefined;
    const free = alone ? this.indices((j) => j !== moved && robot.joints[j].leader === undefined) : this.passive;
    let polished = false;
    for (let step = 0; step < STEPS; step++) {
      const open = this.equations.open(0);
      const worst = open.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
      if (worst < CLOSED && (polished || worst < 1e-15)) {
        this.good.set(robot.q);
        return true;
      }
      polished = worst < CLOSED;
      const { rows } = this.equations.slopes(0);
      const dq = leastSquares(
        rows.map((row) => this.gathered(row)).map((row) => free.map((j) => row[j])),
        open.map((x) => -x),
        worst > 1e-3 ? 1e-4 * worst : 1e-14,
      );
      if (!dq) {
        break;
      }
      const longest = dq.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-300);
      free.forEach((j, k) => (robot.q[j] += dq[k] * Math.min(1, 0.4 / longest)));
      this.follow(robot.q, true);
    }
    robot.q.set(this.good);
    return false;
  }

  /**
   * Finds G and the derivatives of all joints from those of the independent ones; false in a singular posture.
   * @param {number} [order] of the last derivative; below 3, the rate of G is not found
   */
  move(order = 3) {
    const { robot } = this;
    const { qd, qdd, qddd } = robot;
    const all = [qd, qdd, qddd].slice(0, order);
    if (!this.exists) {
      all.forEach((values) => this.follow(values, false));
      this.columns = this.led.map((j) => this.unit(j));
      this.columnRates = this.led.map(() => new Array(robot.size).fill(0));
      return true;
    }
    const { rows, factor } = this.slopes();
    if (!factor.regular) {
      return false;
    }
    this.factor = factor;
    this.columns = this.led.map((j) => this.spread(this.unit(j), factor.solve(rows.map((row) => -row[j]))));
    all.forEach((values, k) => {
      this.passive.forEach((j) => (values[j] = 0));
      this.follow(values, false);
      // J_p x = − what would open without x
      const x = factor.solve(this.equations.open(k + 1).map((open) => -open));
      this.passive.forEach((j, p) => (values[j] = x[p]));
      this.follow(values, false);
    });
    if (order < 3) {
      return true;
    }
    const { rates } = this.equations.slopes(1);
    // J_p Ġ_p u = − J̇ G u
    this.columnRates = this.columns.map((column) =>
      this.spread(new Array(robot.size).fill(0), factor.solve(rates.map((row) => -inner(row, column)))),
    );
    return true;
  }

  /** Slopes over the coordinates that are no followers, and the factors of those of passive ones. */
  slopes() {
    const rows = this.equations.slopes(0).rows.map((row) => this.gathered(row));
    return { rows, factor: new Columns(rows.map((row) => this.passive.map((j) => row[j]))) };
  }

  /** One, and what follows it. @param {number} j */
  unit(j) {
    const column = new Array(this.robot.size).fill(0);
    column[j] = 1;
    this.follow(column, false);
    return column;
  }

  /** Puts numbers of passive joints into a vector. @param {number[]} vector @param {number[]} x */
  spread(vector, x) {
    this.passive.forEach((j, p) => (vector[j] = x[p]));
    this.follow(vector, false);
    return vector;
  }

  /** γ = Gᵀ Γ of the tree. @param {ArrayLike<number>} efforts */
  reduced(efforts) {
    return this.columns.map((column) => inner(column, efforts));
  }

  /** Efforts of the drives that do what some of the independent coordinates would. @param {number[]} ofLed */
  shared(ofLed) {
    return this.sameDrives
      ? ofLed
      : new Columns(this.active.map((j) => this.columns.map((column) => column[j]))).solveTransposed(ofLed);
  }

  /**
   * Efforts of the drives in place of those of the tree's joints, and their rates: γ = Gᵀ Γ, γ̇ = Gᵀ Γ̇ + Ġᵀ Γ; of more
   * drives than freedoms, those of least norm.
   * @param {Float64Array} tau
   * @param {Float64Array} tauRate
   * @param {Float64Array} gravity
   */
  efforts(tau, tauRate, gravity) {
    this.equations.rub(tau, tauRate);
    const given = this.shared(this.reduced(tau));
    const givenGravity = this.shared(this.reduced(gravity));
    let givenRate = this.reduced(tauRate).map((x, k) => x + inner(this.columnRates[k], tau));
    if (!this.sameDrives) {
      const rate = givenRate;
      const rows = this.active.map((j) => this.columns.map((column) => column[j]));
      const rowRates = this.active.map((j) => this.columnRates.map((column) => column[j]));
      const factor = new Columns(rows);
      const y = factor.solve(given);
      const turned = rowRates.map((row) => inner(row, y));
      const left = rate.map((x, k) =>
        rows.reduce((sum, row, a) => sum - rowRates[a][k] * given[a] - row[k] * turned[a], x));
      givenRate = factor.solveTransposed(left).map((x, a) => x + turned[a]);
    }
    if (this.exists && this.factor) {
      const rest = Float64Array.from(tau);
      this.active.forEach((j, a) => (rest[j] -= given[a]));
      const left = this.gathered(Array.from(rest));
      this.multipliers = this.factor.solveTransposed(this.passive.map((j) => left[j]));
    }
    [tau, tauRate, gravity].forEach((vector) => vector.fill(0));
    this.active.forEach((j, a) => {
      tau[j] = given[a];
      tauRate[j] = givenRate[a];
      gravity[j] = givenGravity[a];
    });
  }

  /** What joints carry beside what the cut joints take. @param {Float64Array} wrenches */
  relieve(wrenches) {
    if (this.exists) {
      this.equations.relieve(this.multipliers, wrenches);
    }
  }
}

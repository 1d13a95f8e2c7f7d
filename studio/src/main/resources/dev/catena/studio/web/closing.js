/**
 * Loops of a simulation: closed from a posture nearby by the compiled equations of the cut joints, J q̇ = 0, a thousand times a
 * second and more, so nothing is made anew. All joints move as the independent ones say, q̇ = G q̇ₐ.
 */

/** @typedef {import("studio/robot.js").Robot} Robot */
/** @typedef {import("studio/loops.js").Loops} Loops */

/** How far loops may be open, in lengths of the robot; as the library has it. */
const SHUT = 1e-13;
const MOST_STEPS = 12;

/** A = Q R by Gram and Schmidt's process, done twice so that Q is orthonormal to rounding. */
class FlatColumns {
  /** @param {number} rows @param {number} columns */
  constructor(rows, columns) {
    this.m = rows;
    this.n = columns;
    /** By column. */
    this.q = new Float64Array(rows * columns);
    this.r = new Float64Array(columns * columns);
  }

  /** Factors what q has, by column; false where columns depend on each other. */
  factor() {
    const { m, n, q, r } = this;
    r.fill(0);
    for (let j = 0; j < n; j++) {
      const at = j * m;
      let before = 0;
      for (let k = 0; k < m; k++) {
        before += q[at + k] * q[at + k];
      }
      for (let pass = 0; pass < 2; pass++) {
        for (let i = 0; i < j; i++) {
          let part = 0;
          for (let k = 0, u = i * m; k < m; k++) {
            part += q[u + k] * q[at + k];
          }
          if (part !== 0) {
            r[i * n + j] += part;
            for (let k = 0, u = i * m; k < m; k++) {
              q[at + k] -= part * q[u + k];
            }
          }
        }
      }
      let square = 0;
      for (let k = 0; k < m; k++) {
        square += q[at + k] * q[at + k];
      }
      if (!(square > 1e-18 * before)) {
        return false;
      }
      const length = Math.sqrt(square);
      r[j * n + j] = length;
      for (let k = 0; k < m; k++) {
        q[at + k] /= length;
      }
    }
    return true;
  }

  /** The x that makes |A x + b| least. @param {Float64Array} b @param {Float64Array} x */
  solve(b, x) {
    const { m, n, q, r } = this;
    for (let i = n - 1; i >= 0; i--) {
      let sum = 0;
      for (let k = 0, u = i * m; k < m; k++) {
        sum -= q[u + k] * b[k];
      }
      for (let j = i + 1; j < n; j++) {
        sum -= r[i * n + j] * x[j];
      }
      x[i] = sum / r[i * n + i];
    }
  }
}

export class Closing {
  /** @param {Robot} robot @param {Loops} loops */
  constructor(robot, loops) {
    this.robot = robot;
    this.loops = loops;
    this.n = robot.size;
    /** @type {Record<string, Float64Array>} */
    this.code = robot.outputs.loopEquations;
    this.rows = this.code.open.length;
    this.factors = new FlatColumns(this.rows, loops.passive.length);
    this.x = new Float64Array(loops.passive.length);
    this.column = new Float64Array(this.rows);
    /** Accelerations of all joints where the independent ones have none. */
    this.bias = new Float64Array(this.n);
    this.known = false;
    loops.columns = loops.led.map(() => /** @type {any} */ (new Float64Array(this.n)));
  }

  /** Closes the loops for the posture of the independent joints, finds G, all velocities and q̈ for q̈ₐ = 0; false where there is none. */
  settle() {
    return this.close() && this.move();
  }

  /** By the factors of the posture before, as long as they lead on. */
  close() {
    const { robot, loops, code, x } = this;
    loops.follow(robot.q, true);
    let last = Infinity;
    for (let step = 0; step < MOST_STEPS; step++) {
      if (!robot.call("loopEquations")) {
        return false;
      }
      let worst = 0;
      for (let k = 0; k < this.rows; k++) {
        worst = Math.max(worst, Math.abs(code.open[k]));
      }
      if (worst < SHUT || (worst < 1e-11 && worst > 0.3 * last)) {
        return this.factor();
      }
      // rows that led here slowly are too old
      if ((!this.known || worst > 0.05 * last) && !this.factor()) {
        return false;
      }
      last = worst;
      this.factors.solve(code.open, x);
      for (let p = 0; p < x.length; p++) {
        robot.q[loops.passive[p]] += x[p];
      }
      loops.follow(robot.q, true);
    }
    return false;
  }

  /** An entry of the Jacobian by a column, those of followers with their leader's. @param {number} j @param {Float64Array} out @param {number} at */
  gather(j, out, at) {
    const { n, rows, code, loops } = this;
    for (let k = 0; k < rows; k++) {
      out[at + k] = code.jacobian[k * n + j];
    }
    if (loops.couples) {
      this.robot.joints.forEach(({ leader, factor = 1 }, f) => {
        for (let k = 0; leader === j && k < rows; k++) {
          out[at + k] += factor * code.jacobian[k * n + f];
        }
      });
    }
  }

  factor() {
    const { loops, rows, factors } = this;
    for (let p = 0; p < loops.passive.length; p++) {
      this.gather(loops.passive[p], factors.q, p * rows);
    }
    this.known = factors.factor();
    return this.known;
  }

  move() {
    const { robot, loops, x, code, factors, bias } = this;
    const { qd } = robot;
    for (const j of loops.passive) {
      qd[j] = 0;
    }
    for (let k = 0; k < loops.led.length; k++) {
      const column = /** @type {any} */ (loops.columns[k]);
      this.gather(loops.led[k], this.column, 0);
      factors.solve(this.column, x);
      column.fill(0);
      column[loops.led[k]] = 1;
      for (let p = 0; p < x.length; p++) {
        column[loops.passive[p]] = x[p];
        qd[loops.passive[p]] += x[p] * qd[loops.led[k]];
      }
      loops.follow(column, false);
    }
    loops.follow(qd, false);
    if (!robot.call("loopEquations")) {
      return false;
    }
    factors.solve(code.bias, x);
    bias.fill(0);
    for (let p = 0; p < x.length; p++) {
      bias[loops.passive[p]] = x[p];
    }
    loops.follow(bias, false);
    return true;
  }

  /** Takes what friction of cut joints takes off efforts of the tree. @param {Float64Array} effort */
  rub(effort) {
    const { n, robot, loops, code } = this;
    loops.equations.rubbing.forEach(({ cut }, k) => {
      const [coulomb, viscous, width] = loops.equations.cuts[cut].friction;
      let rate = 0;
      for (let j = 0; j < n; j++) {
        rate += code.rubbing[k * n + j] * robot.qd[j];
      }
      const lost = coulomb * (width > 0 ? Math.tanh(rate / width) : Math.sign(rate)) + viscous * rate;
      for (let j = 0; j < n; j++) {
        effort[j] -= code.rubbing[k * n + j] * lost;
      }
    });
  }
}

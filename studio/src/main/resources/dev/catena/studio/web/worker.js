/**
 * Simulation beside the page: Runge and Kutta's classical method in fixed steps on the robot's own equations. A classic
 * script without imports, so that a page in one file can start it too.
 *
 * Friction is smoothed as `catena simulate` does: tanh(q̇ / w), with w large enough for the step.
 */
"use strict";

/** @type {any} */
let machine = null;

class Machine {
  /** @param {any} setup @param {any} exports */
  constructor(setup, exports) {
    this.exports = exports;
    this.n = setup.size;
    this.step = setup.step;
    const view = (/** @type {[number, number]} */ [offset, length]) => new Float64Array(exports.memory.buffer, offset, length);
    const f = setup.functions;
    this.q = view(f.acceleration.inputs.q);
    this.qd = view(f.acceleration.inputs.qd);
    this.input = view(f.acceleration.inputs.tau);
    this.qdd = view(f.acceleration.outputs.qdd);
    this.jerk = view(f.torqueRate.inputs.qddd);
    this.wanted = view(f.torqueRate.inputs.qdd);
    this.needed = view(f.torqueRate.outputs.tau);
    this.held = view(f.gravity.outputs.tau);
    this.mass = view(f.massMatrix.outputs.massMatrix);
    this.energy = view(f.energy.outputs.energy);
    this.friction = setup.friction;
    this.control = setup.control;
    this.time = 0;
    this.steps = 0;
    this.tau = new Float64Array(this.n);
    this.work = 0;
    this.set(setup.q, setup.qd);
  }

  /** @param {number[]} q @param {number[]} qd */
  set(q, qd) {
    this.q.set(q);
    this.qd.set(qd);
    this.steps = 0;
    this.time = 0;
    this.work = 0;
    this.exports.massMatrix();
    this.inertia = Float64Array.from({ length: this.n }, (_, j) => this.mass[j * this.n + j]);
    this.widths();
    this.exports.energy();
    this.start = this.energy[0] + this.energy[1];
  }

  /** w = max(0.01, Fc Σⱼ |M⁻¹ᵢⱼ| h / 0.5), where friction jumps. */
  widths() {
    const n = this.n;
    const saved = Float64Array.from(this.qd);
    this.width = this.friction.map((/** @type {any} */ parts) => parts.map((/** @type {number[]} */ part) => part[2]));
    if (this.friction.every((/** @type {any} */ parts) => parts.every((/** @type {number[]} */ part) => part[0] === 0 || part[2] > 0))) {
      return;
    }
    this.qd.fill(0);
    this.input.fill(0);
    this.exports.acceleration();
    const still = Float64Array.from(this.qdd);
    for (let i = 0; i < n; i++) {
      this.input.fill(0);
      this.input[i] = 1;
      this.exports.acceleration();
      let sum = 0;
      for (let j = 0; j < n; j++) {
        sum += Math.abs(this.qdd[j] - still[j]);
      }
      const coulomb = this.friction[i].reduce((/** @type {number} */ all, /** @type {number[]} */ part) => all + part[0], 0);
      const w = Math.max(0.01, (coulomb * sum * this.step) / 0.5);
      this.width[i] = this.friction[i].map((/** @type {number[]} */ part) => part[2] || w);
    }
    this.qd.set(saved);
  }

  /** What the drives give at the state that the inputs have. */
  torque() {
    const { kind, tau, target, bandwidth } = this.control;
    const n = this.n;
    if (kind === "pd") {
      this.exports.gravity();
      for (let j = 0; j < n; j++) {
        this.tau[j] = this.held[j] + this.inertia[j] * bandwidth * (bandwidth * (target[j] - this.q[j]) - 2 * this.qd[j]);
      }
    } else if (kind === "computed") {
      for (let j = 0; j < n; j++) {
        this.wanted[j] = bandwidth * (bandwidth * (target[j] - this.q[j]) - 2 * this.qd[j]);
      }
      this.jerk.fill(0);
      this.exports.torqueRate();
      this.tau.set(this.needed);
    } else {
      this.tau.set(tau);
    }
  }

  /** q̈ at the state that the inputs have; false where there is none. */
  slope() {
    this.torque();
    for (let j = 0; j < this.n; j++) {
      let lost = 0;
      for (let k = 0; k < 2; k++) {
        const [coulomb, viscous] = this.friction[j][k];
        lost += coulomb === 0 ? 0 : coulomb * Math.tanh(this.qd[j] / this.width[j][k]);
        lost += viscous * this.qd[j];
      }
      this.input[j] = this.tau[j] - lost;
    }
    return this.exports.acceleration() === 0;
  }

  /** One step: y + h/6 (k₁ + 2k₂ + 2k₃ + k₄). */
  advance() {
    const { n, step: h } = this;
    const q0 = Float64Array.from(this.q);
    const v0 = Float64Array.from(this.qd);
    const sumQ = new Float64Array(n);
    const sumV = new Float64Array(n);
    let power = 0;
    for (const [distance, weight] of [[h / 2, 1], [h / 2, 2], [h, 2], [0, 1]]) {
      if (!this.slope()) {
        this.q.set(q0);
        this.qd.set(v0);
        return false;
      }
      for (let j = 0; j < n; j++) {
        power += (weight / 6) * this.input[j] * this.qd[j];
        sumQ[j] += weight * this.qd[j];
        sumV[j] += weight * this.qdd[j];
      }
      for (let j = 0; j < n; j++) {
        const v = this.qd[j];
        this.q[j] = q0[j] + distance * v;
        this.qd[j] = v0[j] + distance * this.qdd[j];
      }
    }
    for (let j = 0; j < n; j++) {
      this.q[j] = q0[j] + (h / 6) * sumQ[j];
      this.qd[j] = v0[j] + (h / 6) * sumV[j];
    }
    this.work += h * power;
    this.steps++;
    this.time = this.steps * h;
    return this.q.every(Number.isFinite) && this.qd.every(Number.isFinite);
  }

  sample() {
    this.slope();
    const qdd = Float64Array.from(this.qdd);
    this.exports.energy();
    return {
      time: this.time,
      q: Float64Array.from(this.q),
      qd: Float64Array.from(this.qd),
      qdd,
      tau: Float64Array.from(this.tau),
      drift: this.energy[0] + this.energy[1] - this.start - this.work,
    };
  }
}

/** Runs some steps and sends every tenth state, and the last one. @param {number} count */
function run(count) {
  const samples = [];
  let good = true;
  for (let k = 0; k < count && good; k++) {
    good = machine.advance();
    if (machine.steps % 10 === 0 || k === count - 1) {
      samples.push(machine.sample());
    }
  }
  postMessage({ samples, failed: !good });
}

onmessage = async ({ data }) => {
  if (data.setup) {
    const math = { reduced: (/** @type {number} */ a) => Math.atan2(Math.sin(a), Math.cos(a)), tanh: Math.tanh };
    const { instance } = await WebAssembly.instantiate(data.code, { math });
    machine = new Machine(data.setup, instance.exports);
    postMessage({ ready: true });
  } else if (data.control) {
    machine.control = data.control;
  } else if (data.steps) {
    run(data.steps);
  }
};

/** A motion: samples of the joints, and all that follows from them. */

/** @typedef {import("studio/state.js").State} State */

const SERIES = ["q", "qd", "qdd", "qddd"];

export class Motion {
  /**
   * @param {string} title
   * @param {Float64Array} times
   * @param {Record<string, Float64Array>} series q, qd, qdd and qddd, sample by sample
   */
  constructor(title, times, series) {
    this.title = title;
    this.times = times;
    this.series = series;
    this.samples = times.length;
    this.size = this.samples ? series.q.length / this.samples : 0;
  }

  /** Reads what the server or the page holds. @param {string} title @param {number} samples @param {ArrayBuffer} bytes */
  static of(title, samples, bytes) {
    const all = new Float64Array(bytes);
    const each = (all.length - samples) / 4;
    const series = Object.fromEntries(
      SERIES.map((key, s) => [key, all.subarray(samples + s * each, samples + (s + 1) * each)]),
    );
    return new Motion(title, all.subarray(0, samples), series);
  }

  /** The last sample at or before a time. @param {number} t */
  index(t) {
    let low = 0;
    let high = this.samples - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= t) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  get start() {
    return this.times[0];
  }

  get end() {
    return this.times[this.samples - 1];
  }

  /** Puts the robot where it is at a time; between samples on a line. @param {State} state @param {number} t */
  apply(state, t) {
    const k = this.index(t);
    const next = Math.min(this.samples - 1, k + 1);
    const part = next > k ? Math.min(1, Math.max(0, (t - this.times[k]) / (this.times[next] - this.times[k]))) : 0;
    for (const key of SERIES) {
      const target = /** @type {any} */ (state.robot)[key];
      const from = this.series[key];
      for (let j = 0; j < this.size; j++) {
        const a = from[k * this.size + j];
        target[j] = part === 0 ? a : a + part * (from[next * this.size + j] - a);
      }
    }
    state.changed();
  }

  /**
   * Columns to plot, by quantity and joint. The robot's state is left as it was.
   * @param {State} state
   */
  columns(state) {
    const { robot } = state;
    const column = () => robot.joints.map(() => new Float64Array(this.samples));
    /** @type {Record<string, Float64Array[]>} */
    const columns = { q: column(), qd: column(), qdd: column(), tau: column(), tauRate: column(), power: column() };
    const kinetic = new Float64Array(this.samples);
    const potential = new Float64Array(this.samples);
    const total = new Float64Array(this.samples);
    const before = SERIES.map((key) => Float64Array.from(/** @type {any} */ (robot)[key]));
    for (let k = 0; k < this.samples; k++) {
      const at = k * this.size;
      for (const key of SERIES) {
        /** @type {any} */ (robot)[key].set(this.series[key].subarray(at, at + this.size));
      }
      state.compute();
      const tau = state.tau;
      for (let j = 0; j < this.size; j++) {
        columns.q[j][k] = robot.q[j];
        columns.qd[j][k] = robot.qd[j];
        columns.qdd[j][k] = robot.qdd[j];
        columns.tau[j][k] = tau[j];
        columns.tauRate[j][k] = state.tauRate[j];
        columns.power[j][k] = tau[j] * robot.qd[j];
      }
      kinetic[k] = robot.energy[0];
      potential[k] = robot.energy[1];
      total[k] = kinetic[k] + potential[k];
    }
    SERIES.forEach((key, s) => /** @type {any} */ (robot)[key].set(before[s]));
    columns.energy = [kinetic, potential, total];
    return columns;
  }
}

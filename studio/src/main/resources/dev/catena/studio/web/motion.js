/** A motion: samples of the joints, and all that follows from them. */

/** @typedef {import("studio/state.js").State} State */

const SERIES = ["q", "qd", "qdd", "qddd"];

/** Makes rows of a matrix that is nearly a rotation one. @param {Float64Array} r */
function straighten(r) {
  const unit = (/** @type {number[]} */ v) => v.map((x) => x / Math.hypot(...v));
  const x = unit([r[0], r[1], r[2]]);
  const along = x[0] * r[3] + x[1] * r[4] + x[2] * r[5];
  const y = unit([r[3] - along * x[0], r[4] - along * x[1], r[5] - along * x[2]]);
  r.set([...x, ...y, x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]);
}

/**
 * How fast samples change: differences over both neighbors, at the ends over one.
 * @param {Float64Array} times
 * @param {Float64Array} values sample by sample
 */
export function rates(times, values) {
  const width = values.length / times.length;
  return values.map((_, at) => {
    const k = Math.trunc(at / width);
    const next = Math.min(times.length - 1, k + 1);
    const last = Math.max(0, k - 1);
    return next > last ? (values[at + (next - k) * width] - values[at - (k - last) * width]) / (times[next] - times[last]) : 0;
  });
}

export class Motion {
  /**
   * @param {string} title
   * @param {Float64Array} times
   * @param {Record<string, Float64Array>} series q, qd, qdd and qddd, sample by sample; tau, tauRate, theta and base where
   *   they are told rather than computed
   * @param {boolean} [loaded] whether forces act that the page does not know
   */
  constructor(title, times, series, loaded = false) {
    this.title = title;
    this.times = times;
    this.series = series;
    this.samples = times.length;
    this.size = this.samples ? series.q.length / this.samples : 0;
    this.loaded = loaded;
  }

  /**
   * Reads what the server or the page holds.
   * @param {string} title
   * @param {number} samples
   * @param {ArrayBuffer} bytes
   * @param {string} layout of what is told
   */
  static of(title, samples, bytes, layout) {
    const all = new Float64Array(bytes);
    const told = layout.split(",").filter((part) => part).map((part) => part.split(":"));
    const more = told.reduce((sum, [, width]) => sum + Number(width) * samples, 0);
    const each = (all.length - samples - more) / 4;
    /** @type {Record<string, Float64Array>} */
    const series = {};
    let at = samples;
    for (const [key, length] of [
      ...SERIES.map((key) => /** @type {[string, number]} */ ([key, each])),
      ...told.map(([key, width]) => /** @type {[string, number]} */ ([key, Number(width) * samples])),
    ]) {
      series[key] = all.subarray(at, at + length);
      at += length;
    }
    const loaded = "loaded" in series;
    delete series.loaded;
    return new Motion(title, all.subarray(0, samples), series, loaded);
  }

  /** A series at a time, between samples on a line. @param {string} key @param {number} k @param {number} part */
  between(key, k, part) {
    const values = this.series[key];
    const width = values.length / this.samples;
    const at = k * width;
    return part === 0
      ? values.subarray(at, at + width)
      : values.subarray(at, at + width).map((x, j) => x + part * (values[at + width + j] - x));
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
    const { robot } = state;
    for (const key of SERIES) {
      /** @type {any} */ (robot)[key].set(this.between(key, k, part));
    }
    this.setBase(robot, k, part);
    this.raise(robot);
    robot.further.forEach((key) => robot.inputs[key].set(this.between(key, k, part)));
    const told = this.series.tau && (this.loaded || robot.elastic);
    state.changed(-1, this.series.theta ? this.between("theta", k, part) : null,
      told ? (key) => this.between(key, k, part) : null, this.loaded);
  }

  /** Derivatives beyond jerks, from differences of samples. @param {import("studio/robot.js").Robot} robot */
  raise(robot) {
    let from = this.series.qddd;
    for (const key of robot.further) {
      this.series[key] ??= rates(this.times, from);
      from = this.series[key];
    }
  }

  /** @param {import("studio/robot.js").Robot} robot @param {number} k @param {number} part */
  setBase(robot, k, part) {
    if (robot.base && this.series.base) {
      robot.base.set(this.between("base", k, part));
      straighten(robot.base);
    }
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
    const told = this.series.tau && this.series.tauRate;
    this.raise(robot);
    for (let k = 0; k < this.samples; k++) {
      for (const key of SERIES) {
        /** @type {any} */ (robot)[key].set(this.between(key, k, 0));
      }
      this.setBase(robot, k, 0);
      if (!told) {
        robot.further.forEach((key) => robot.inputs[key].set(this.between(key, k, 0)));
        state.computeEfforts();
      }
      robot.call("energy");
      const tau = told ? this.between("tau", k, 0) : state.tau;
      const tauRate = told ? this.between("tauRate", k, 0) : state.tauRate;
      for (let j = 0; j < this.size; j++) {
        columns.q[j][k] = robot.q[j];
        columns.qd[j][k] = robot.qd[j];
        columns.qdd[j][k] = robot.qdd[j];
        columns.tau[j][k] = tau[j];
        columns.tauRate[j][k] = tauRate[j];
        columns.power[j][k] = tau[j] * robot.qd[j];
      }
      kinetic[k] = robot.energy[0];
      potential[k] = robot.energy[1];
      total[k] = kinetic[k] + potential[k];
    }
    SERIES.forEach((key, s) => /** @type {any} */ (robot)[key].set(before[s]));
    state.forget();
    columns.energy = [kinetic, potential, total];
    return columns;
  }
}

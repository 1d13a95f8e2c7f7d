/** The simulation panel: what drives the robot, and a clock for the worker that computes. */

import { quaternion } from "studio/base.js";
import { find, make, text } from "studio/dom.js";
import { Motion, rates } from "studio/motion.js";
import { Robot } from "studio/robot.js";

/** @typedef {import("studio/state.js").State} State */
/** @typedef {import("studio/timeline.js").Timeline} Timeline */
/** @typedef {{time: number, q: Float64Array, qd: Float64Array, qdd: Float64Array, tau: Float64Array, theta: Float64Array,
 *   base?: Float64Array, drift: number, pull: number[], tauRate: Float64Array}} Sample */

export class SimulatePanel {
  /**
   * @param {State} state
   * @param {Timeline} timeline
   * @param {ArrayBuffer | null} code
   * @param {string} workerAddress
   */
  constructor(state, timeline, code, workerAddress) {
    this.state = state;
    this.timeline = timeline;
    this.code = code;
    this.address = workerAddress;
    const { robot } = state;
    const panel = find("#panel-simulate");
    this.possible = (robot.has("acceleration") || robot.has("linkMass")) && (!state.loops.exists || robot.has("loopEquations")) && robot.has("massMatrix");
    panel.hidden = !this.possible;
    this.torques = new Float64Array(robot.size);
    this.target = Float64Array.from(robot.q);
    this.start = this.now();
    /** @type {Sample[]} */
    this.record = [];
    /** @type {Worker | null} */
    this.worker = null;
    this.running = false;
    /** Whether the clock waits for steps that it asked for. */
    this.asked = false;
    this.due = 0;
    this.kind = make("select", { id: "control", onchange: () => this.control() }, [
      make("option", { value: "torque", text: "torques below" }),
      make("option", { value: "pd", text: "PD to the target" }),
      make("option", { value: "computed", text: "computed torque to the target" }),
    ]);
    this.bandwidth = make("input", { id: "bandwidth", type: "number", value: 10, min: 0.1, step: "any", onchange: () => this.control() });
    this.runButton = make("button", { id: "run", text: "Run", title: "Run or pause (s)", onclick: () => this.toggle() });
    this.status = make("p", { class: "status", id: "simulation-status" });
    this.sliders = robot.joints.map((joint, j) => {
      const most = joint.effort ?? 50;
      return make("input", { type: "range", id: `torque-${j}`, min: -most, max: most, step: most / 200, value: 0,
        "aria-label": `Torque of ${joint.name}`, title: `${joint.name}: 0 ${Robot.effortUnit(joint)}`,
        oninput: () => this.setTorque(j) });
    });
    this.torqueRows = make("div", {}, robot.joints.map((joint, j) =>
      make("div", { class: "row" }, [make("label", { text: "τ", for: `torque-${j}` }), this.sliders[j],
        make("span", { class: "quiet", text: joint.name }), make("span", { class: "unit", text: Robot.effortUnit(joint) })])));
    find("#panel-simulate .body").append(
      make("div", { class: "tools" }, [
        this.runButton,
        make("button", { id: "simulate-step", text: "Step", title: "Ten milliseconds", onclick: () => this.stepOnce() }),
        make("button", { id: "reset", text: "Reset", title: "Back to where it began (r)", onclick: () => this.reset() }),
        make("button", { id: "set-target", text: "Target here", title: "The posture now is the controllers' target", onclick: () => this.setTarget() }),
      ]),
      make("div", { class: "form" }, [
        make("label", { text: "Drives give", for: "control" }), this.kind,
        make("label", { text: "Bandwidth / rad/s", for: "bandwidth" }), this.bandwidth,
      ]),
      this.torqueRows,
      this.status,
    );
  }

  /** What the worker is told about the drives. */
  drives() {
    const bandwidth = Number(this.bandwidth.value);
    return {
      kind: this.kind.value,
      tau: Array.from(this.torques),
      target: Array.from(this.target),
      bandwidth: bandwidth > 0 ? bandwidth : 10,
    };
  }

  control() {
    this.torqueRows.hidden = this.kind.value !== "torque";
    this.worker?.postMessage({ control: this.drives() });
  }

  /** @param {number} j */
  setTorque(j) {
    this.torques[j] = Number(this.sliders[j].value);
    this.sliders[j].title = `${this.state.robot.joints[j].name}: ${text(this.torques[j])} ${Robot.effortUnit(this.state.robot.joints[j])}`;
    this.control();
  }

  setTarget() {
    this.target.set(this.state.robot.q);
    this.status.textContent = "The posture now is the target.";
    this.control();
  }

  /** The state that is shown. */
  now() {
    const { q, qd, base } = this.state.robot;
    return {
      q: Array.from(q),
      qd: Array.from(qd),
      base: base ? Array.from(base.subarray(0, 18)) : undefined,
      orientation: base ? quaternion(base) : undefined,
    };
  }

  /** Starts a worker at the state that is shown. */
  async begin() {
    const { robot } = this.state;
    this.worker?.terminate();
    this.start = this.now();
    this.record = [];
    const worker = new Worker(this.address);
    this.worker = worker;
    this.asked = false;
    const ready = new Promise((resolve) => {
      worker.onmessage = resolve;
      worker.onerror = (event) => resolve({ data: { error: event.message || "the worker does not start" } });
    });
    const setup = { step: robot.description.step, control: this.drives(), ...this.start };
    worker.postMessage({ setup, code: this.code, description: robot.description });
    const { data: { error } } = await ready;
    worker.onmessage = ({ data }) => this.receive(data);
    if (error) {
      this.fail(error);
    }
  }

  /** Ends a simulation that goes wrong by itself. @param {string} reason */
  fail(reason) {
    this.worker?.terminate();
    this.worker = null;
    this.pause();
    this.status.textContent = `The simulation does not go on: ${reason}`;
    this.status.classList.add("bad");
  }

  /** Pulls a point of a body to a place while it moves, until told to let go. @param {import("studio/pushing.js").Pull | null} pull */
  pull(pull) {
    this.worker?.postMessage({ push: pull });
  }

  async toggle() {
    if (this.running) {
      this.pause();
      return;
    }
    if (!this.possible) {
      return;
    }
    this.timeline.play(false);
    this.running = true;
    this.runButton.textContent = "Pause";
    this.runButton.setAttribute("aria-pressed", "true");
    if (!this.worker) {
      await this.begin();
    }
    this.due = performance.now();
    this.tick();
  }

  pause() {
    this.running = false;
    this.runButton.textContent = "Run";
    this.runButton.setAttribute("aria-pressed", "false");
    this.keep();
  }

  /** Asks for as many steps as time has passed, a tenth of a second at most; once, until they come. */
  tick() {
    if (!this.running || this.asked) {
      return;
    }
    const now = performance.now();
    const step = 1000 * this.state.robot.description.step;
    const steps = Math.min(100, Math.floor((now - this.due) / step));
    this.due = steps === 100 ? now : this.due + steps * step;
    if (steps > 0) {
      this.asked = true;
      this.worker?.postMessage({ steps });
    } else {
      requestAnimationFrame(() => this.tick());
    }
  }

  async stepOnce() {
    if (!this.possible) {
      return;
    }
    if (!this.worker) {
      await this.begin();
    }
    this.worker?.postMessage({ steps: 10 });
  }

  /** Runs some steps at once; for whoever compares. @param {number} steps @returns {Promise<Sample>} */
  async ahead(steps) {
    await this.begin();
    const worker = /** @type {Worker} */ (this.worker);
    return new Promise((resolve) => {
      worker.onmessage = ({ data }) => {
        this.receive(data);
        worker.onmessage = ({ data: next }) => this.receive(next);
        resolve(data.samples[data.samples.length - 1]);
      };
      worker.postMessage({ steps });
    });
  }

  /** @param {{samples: Sample[], failed: boolean, error?: string}} data */
  receive({ samples, failed, error }) {
    this.asked = false;
    if (error) {
      this.fail(error);
      return;
    }
    for (const sample of samples) {
      const before = this.record[this.record.length - 1];
      const h = before ? sample.time - before.time : 0;
      sample.tauRate = sample.tau.map((x, j) => (h > 0 ? (x - before.tau[j]) / h : 0));
      this.record.push(sample);
    }
    const last = samples[samples.length - 1];
    if (last) {
      const { robot } = this.state;
      robot.q.set(last.q);
      robot.qd.set(last.qd);
      robot.qdd.set(last.qdd);
      robot.qddd.fill(0);
      if (robot.base && last.base) {
        robot.base.set(last.base);
      }
      this.state.forget();
      const pull = Math.hypot(...last.pull);
      const told = robot.elastic || pull;
      this.state.changed(-1, last.theta, told ? (key) => (key === "tau" ? last.tau : last.tauRate) : null, pull > 0);
      this.status.textContent =
        `${last.time.toFixed(2)} s, energy off by ${text(last.drift)} J${pull ? `, pulled with ${text(pull)} N` : ""}`;
    }
    this.status.classList.toggle("bad", failed);
    if (failed) {
      this.status.textContent = this.state.loops.exists
        ? "The motion ends here: the loops cannot be closed, or stand where they lock."
        : "The motion has no answer here: a joint feels no inertia, or numbers grow without bound.";
      this.pause();
    } else if (this.running) {
      requestAnimationFrame(() => this.tick());
    }
  }

  /** What was simulated goes to the timeline. */
  keep() {
    const record = this.record.filter((sample, k) => k === 0 || sample.time > this.record[k - 1].time);
    if (record.length < 2) {
      return;
    }
    const flat = (/** @type {(s: Sample) => Float64Array} */ of) => {
      const width = of(record[0]).length;
      const all = new Float64Array(width * record.length);
      record.forEach((sample, k) => all.set(of(sample), k * width));
      return all;
    };
    const times = Float64Array.from(record, (s) => s.time);
    const qdd = flat((s) => s.qdd);
    const time = this.record[this.record.length - 1].time;
    /** @type {Record<string, Float64Array>} */
    const series = { q: flat((s) => s.q), qd: flat((s) => s.qd), qdd, qddd: rates(times, qdd) };
    const { robot } = this.state;
    const pulled = record.some((sample) => sample.pull.some((x) => x !== 0));
    if (robot.elastic || pulled) {
      // what the drives gave: derivatives that motors need are lost in differences, and nobody knows pulls any more
      series.tau = flat((s) => s.tau);
      series.tauRate = rates(times, series.tau);
    }
    if (robot.base) {
      series.base = flat((s) => /** @type {Float64Array} */ (s.base));
    }
    if (record[0].theta.length) {
      series.theta = flat((s) => s.theta);
    }
    this.timeline.open(new Motion("simulation", times, series, pulled));
    this.timeline.seek(time);
  }

  reset() {
    this.pause();
    this.state.forget();
    this.worker?.terminate();
    this.worker = null;
    this.asked = false;
    this.record = [];
    const { robot } = this.state;
    robot.q.set(this.start.q);
    robot.qd.set(this.start.qd);
    robot.qdd.fill(0);
    robot.qddd.fill(0);
    if (robot.base && this.start.base) {
      robot.base.set(this.start.base);
    }
    this.status.textContent = "";
    this.state.changed();
  }
}

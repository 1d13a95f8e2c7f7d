/** The timeline: plays a motion, plots it, and goes where it is told. */

import { find, make, text, toggle } from "studio/dom.js";
import { Plot, QUANTITIES, excess } from "studio/plots.js";

/** @typedef {import("studio/state.js").State} State */
/** @typedef {import("studio/motion.js").Motion} Motion */

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

export class Timeline {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {Motion | null} */
    this.motion = null;
    this.time = 0;
    this.speed = 1;
    this.playing = false;
    this.last = 0;
    this.shown = new Set(["q", "tau"]);
    /** @type {Plot[]} */
    this.plots = [];
    /** @type {Record<string, Float64Array[]>} */
    this.columns = {};
    /** The part of the time that plots show. */
    this.range = [0, 1];
    this.section = find("#timeline");
    this.playButton = make("button", { id: "play", text: "▶", title: "Play or pause (space)", "aria-label": "Play", onclick: () => this.play(!this.playing) });
    this.slider = make("input", { id: "time", type: "range", min: 0, max: 1, step: "any", "aria-label": "Time", oninput: () => this.seek(Number(this.slider.value)) });
    this.output = make("output", { id: "clock" });
    this.title = make("span", { class: "quiet" });
    this.repeat = toggle("repeat", "↻", "Repeat (o)", false, () => {});
    const speed = make("select", { id: "speed", "aria-label": "Speed", onchange: () => (this.speed = Number(speed.value)) },
      SPEEDS.map((s) => make("option", { value: s, text: `${s}×`, selected: s === 1 })));
    find(".transport").append(
      this.playButton,
      make("button", { id: "previous", text: "◂", title: "One sample back (,)", "aria-label": "Back", onclick: () => this.step(-1) }),
      make("button", { id: "next", text: "▸", title: "One sample on (.)", "aria-label": "On", onclick: () => this.step(1) }),
      this.slider,
      this.output,
      speed,
      this.repeat,
      ...QUANTITIES.map((quantity) =>
        toggle(`show-${quantity.key}`, quantity.label, quantity.title, this.shown.has(quantity.key), (on) => this.show(quantity.key, on)),
      ),
      this.title,
    );
    new ResizeObserver(() => this.plots.forEach((plot) => plot.resize())).observe(find(".plots"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.replot());
  }

  /** Shows a motion from its start. @param {Motion} motion */
  open(motion) {
    this.play(false);
    this.motion = motion;
    this.section.hidden = false;
    this.slider.min = motion.start;
    this.slider.max = motion.end;
    this.range = [motion.start, motion.end];
    this.columns = motion.columns(this.state);
    this.replot();
    this.title.textContent = `${motion.title}: ${motion.samples} samples${this.violations()}`;
    this.seek(motion.start);
  }

  /** Which limits are exceeded, and by what joints. */
  violations() {
    const found = [];
    for (const { key, label } of QUANTITIES) {
      const names = this.state.robot.joints.filter((joint, j) => {
        const beyond = excess(key, joint);
        return beyond !== null && this.columns[key][j]?.some(beyond);
      });
      if (names.length) {
        found.push(`${label} of ${names.map((joint) => joint.name).join(", ")}`);
      }
    }
    return found.length ? `; beyond limits: ${found.join("; ")}` : "";
  }

  /** @param {string} key @param {boolean} on */
  show(key, on) {
    if (on) {
      this.shown.add(key);
    } else {
      this.shown.delete(key);
    }
    this.replot();
  }

  /** Shows less of the time around a moment in all plots, or more. @param {number} t @param {number} factor */
  zoom(t, factor) {
    const motion = this.motion;
    if (motion) {
      const from = Math.max(motion.start, t - factor * (t - this.range[0]));
      const to = Math.min(motion.end, t + factor * (this.range[1] - t));
      this.range = Number.isFinite(factor) && to - from > 1e-6 * (motion.end - motion.start) ? [from, to] : [motion.start, motion.end];
      this.plots.forEach((plot) => plot.range(this.range[0], this.range[1]));
    }
  }

  /** The joints that a plot has: of what drives give, those that have one. @param {string} key */
  drawn(key) {
    const { robot, loops } = this.state;
    const ofDrives = ["tau", "tauRate", "power"].includes(key) && (loops.exists || loops.couples);
    return ofDrives ? loops.active : robot.joints.map((_, j) => j);
  }

  replot() {
    this.plots.forEach((plot) => plot.remove());
    const motion = this.motion;
    this.plots = motion
      ? QUANTITIES.filter(({ key }) => this.shown.has(key)).map(
          (quantity) => {
            const shown = this.drawn(quantity.key);
            const columns = this.columns[quantity.key];
            const { joints } = this.state.robot;
            return new Plot(quantity, motion, quantity.key === "energy" ? columns : shown.map((j) => columns[j]),
              shown.map((j) => joints[j]), (t) => this.seek(t), (t, factor) => this.zoom(t, factor));
          },
        )
      : [];
    this.plots.forEach((plot) => {
      plot.resize();
      plot.range(this.range[0], this.range[1]);
      plot.place(this.time);
    });
  }

  /** @param {number} t */
  seek(t) {
    const motion = this.motion;
    if (motion) {
      this.time = Math.min(motion.end, Math.max(motion.start, t));
      this.slider.value = this.time;
      this.output.textContent = `${text(this.time)} / ${text(motion.end)} s`;
      this.plots.forEach((plot) => plot.place(this.time));
      motion.apply(this.state, this.time);
    }
  }

  /** @param {number} by */
  step(by) {
    if (this.motion) {
      const k = Math.min(this.motion.samples - 1, Math.max(0, this.motion.index(this.time) + by));
      this.seek(this.motion.times[k]);
    }
  }

  /** @param {boolean} on */
  play(on) {
    if (on && this.motion && this.time >= this.motion.end) {
      this.seek(this.motion.start);
    }
    this.playing = on && this.motion !== null;
    this.playButton.textContent = this.playing ? "❚❚" : "▶";
    this.playButton.setAttribute("aria-label", this.playing ? "Pause" : "Play");
    this.last = performance.now();
    if (this.playing) {
      requestAnimationFrame(() => this.tick());
    }
  }

  tick() {
    const motion = this.motion;
    if (!this.playing || !motion) {
      return;
    }
    const now = performance.now();
    this.seek(this.time + ((now - this.last) / 1000) * this.speed);
    this.last = now;
    const repeats = this.repeat.getAttribute("aria-pressed") === "true";
    if (this.time >= motion.end && !repeats) {
      this.play(false);
    } else {
      if (this.time >= motion.end) {
        this.seek(motion.start);
      }
      requestAnimationFrame(() => this.tick());
    }
  }
}

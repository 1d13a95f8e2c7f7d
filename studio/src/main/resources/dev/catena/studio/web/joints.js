/** The joints panel: sliders and numbers for q, q̇, q̈ and q⃛, and bars of what the drives must give. */

import { find, make, text, toggle } from "studio/dom.js";
import { Robot } from "studio/robot.js";

/** @typedef {import("studio/state.js").State} State */

const SERIES = [
  { key: "q", label: "q", unit: "", wide: Math.PI },
  { key: "qd", label: "q̇", unit: "/s", wide: 3 },
  { key: "qdd", label: "q̈", unit: "/s²", wide: 10 },
  { key: "qddd", label: "q⃛", unit: "/s³", wide: 50 },
];

export class JointsPanel {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** Largest effort and rate seen, by joint, for drives without limits. */
    this.most = state.robot.joints.map(() => [1e-9, 1e-9]);
    const panel = find("#panel-joints .body");
    panel.append(
      make("div", { class: "tools" }, [
        make("button", { id: "zero", text: "Zero", title: "All joints to zero (0)", onclick: () => this.zero() }),
        make("button", { id: "random", text: "Random", title: "Any posture within limits", onclick: () => this.random() }),
        make("button", { id: "rest", text: "Rest", title: "Velocities and accelerations to zero", onclick: () => this.rest() }),
        toggle("rates", "q̇ q̈ q⃛", "Sliders for velocities, accelerations and jerks", false, (on) =>
          panel.classList.toggle("with-rates", on),
        ),
      ]),
    );
    this.rows = state.robot.joints.map((joint, j) => this.row(joint, j));
    panel.append(...this.rows.map((row) => row.element));
    if (!state.robot.size) {
      panel.append(make("p", { class: "quiet", text: "This robot has no moving joint." }));
    }
    state.onChange(() => this.update());
  }

  /** @param {import("studio/robot.js").Joint} joint @param {number} j */
  row(joint, j) {
    const tau = make("span", { class: "tau" });
    const name = make("div", { class: "name", onclick: () => this.state.pick(j) }, [
      make("b", { text: joint.name, title: `${joint.name}, ${joint.kind}` }),
      tau,
    ]);
    const bars = make("canvas", { class: "bars", role: "img" });
    const fields = SERIES.filter((series) => !(this.state.loops.exists && series.key !== "q")).map((series, s) => {
      const [lower, upper] = this.range(joint, s);
      const range = make("input", {
        type: "range", min: lower, max: upper, step: (upper - lower) / 2000, id: `${series.key}-${j}`,
        "aria-label": `${series.label} of ${joint.name}`,
        oninput: () => this.set(s, j, Number(range.value)),
        onfocus: () => this.state.selected !== j && this.state.pick(j),
      });
      const number = make("input", {
        type: "number", step: "any", id: `${series.key}-number-${j}`, "aria-label": `${series.label} of ${joint.name}`,
        onchange: () => Number.isFinite(number.valueAsNumber) ? this.set(s, j, number.valueAsNumber) : this.update(),
      });
      const element = make("div", { class: s === 0 ? "row" : "row more" }, [
        make("label", { text: series.label, for: range.id }),
        range,
        number,
        make("span", { class: "unit", text: Robot.unit(joint) + series.unit }),
      ]);
      return { range, number, element };
    });
    const element = make("div", { class: "joint", id: `joint-${j}` }, [
      name,
      ...fields.map((field) => field.element),
      bars,
    ]);
    return { element, fields, bars, tau };
  }

  /** What a slider covers. @param {import("studio/robot.js").Joint} joint @param {number} s */
  range(joint, s) {
    if (s === 0) {
      const wide = joint.kind === "revolute" ? SERIES[0].wide : 1;
      return [joint.lower ?? -wide, joint.upper ?? wide];
    }
    const most = s === 1 && joint.velocity ? joint.velocity : SERIES[s].wide;
    return [-most, most];
  }

  /** @param {number} s @param {number} j @param {number} value */
  set(s, j, value) {
    /** @type {any} */ (this.state.robot)[SERIES[s].key][j] = value;
    this.state.changed(s === 0 ? j : -1);
  }

  zero() {
    const robot = this.state.robot;
    this.state.setPosture(this.state.loops.exists ? robot.description.assembly : new Float64Array(robot.size));
  }

  rest() {
    this.state.setPosture(Float64Array.from(this.state.robot.q));
  }

  random() {
    const robot = this.state.robot;
    robot.joints.forEach((joint, j) => {
      if (!this.state.loops.exists || joint.independent) {
        const [lower, upper] = this.range(joint, 0);
        robot.q[j] = lower + Math.random() * (upper - lower);
      }
    });
    this.state.changed();
  }

  update() {
    const { robot, tau, gravity, tauRate } = this.state;
    this.rows.forEach((row, j) => {
      const joint = robot.joints[j];
      row.fields.forEach((field, s) => {
        const value = /** @type {any} */ (robot)[SERIES[s].key][j];
        field.range.value = value;
        if (document.activeElement !== field.number) {
          field.number.value = text(value);
        }
      });
      const q = robot.q[j];
      row.fields[0].number.classList.toggle("over", (joint.lower !== null && q < joint.lower) || (joint.upper !== null && q > joint.upper));
      row.element.classList.toggle("selected", this.state.selected === j);
      const share = joint.effort ? ` · ${Math.round((100 * Math.abs(tau[j])) / joint.effort)} %` : "";
      const unit = Robot.effortUnit(joint);
      row.tau.textContent = this.state.valid ? `${text(tau[j])} ${unit}${share}` : "–";
      row.tau.title = `τ ${tau[j]} ${unit}, gravity ${gravity[j]} ${unit}, dτ/dt ${tauRate[j]} ${unit}/s`;
      row.element.classList.toggle("over", joint.effort !== null && Math.abs(tau[j]) > joint.effort);
      this.draw(row.bars, j);
    });
  }

  /** τ with a mark for gravity above, dτ/dt below, both against their limits. @param {any} canvas @param {number} j */
  draw(canvas, j) {
    const { robot, tau, gravity, tauRate } = this.state;
    const joint = robot.joints[j];
    const width = canvas.clientWidth;
    const ratio = devicePixelRatio;
    if (width === 0) {
      return;
    }
    if (canvas.width !== Math.round(width * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(11 * ratio);
    }
    const most = this.most[j];
    most[0] = Math.max(most[0], Math.abs(tau[j]) || 0, Math.abs(gravity[j]) || 0);
    most[1] = Math.max(most[1], Math.abs(tauRate[j]) || 0);
    const style = getComputedStyle(canvas);
    const color = (/** @type {string} */ name) => style.getPropertyValue(name);
    const c = canvas.getContext("2d");
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, width, 11);
    const bar = (/** @type {number} */ y, /** @type {number} */ h, /** @type {number} */ x, /** @type {number} */ limit, /** @type {string} */ ink) => {
      c.fillStyle = color("--track");
      c.fillRect(0, y, width, h);
      const reach = Math.max(-1, Math.min(1, x / limit)) * (width / 2 - 1);
      c.fillStyle = Math.abs(x) > limit * (1 + 1e-12) ? color("--bad") : ink;
      c.fillRect(width / 2 + Math.min(0, reach), y, Math.abs(reach), h);
    };
    const limit = joint.effort || most[0] * 1.15;
    bar(0, 6, tau[j], limit, color("--bar"));
    c.fillStyle = color("--ink");
    c.fillRect(width / 2 + Math.max(-1, Math.min(1, gravity[j] / limit)) * (width / 2 - 1) - 0.75, 0, 1.5, 6);
    bar(7.5, 3, tauRate[j], joint.effortRate || most[1] * 1.15, color("--rate"));
  }
}

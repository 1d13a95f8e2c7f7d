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
    /** Joints whose effort is a drive's: in loops, those that have one. */
    this.driven = state.robot.joints.map((joint) => !state.loops.exists || joint.active);
    this.rows = state.robot.joints.map((joint, j) => this.row(joint, j));
    panel.append(...this.rows.map((row) => row.element));
    if (!state.robot.size) {
      panel.append(make("p", { class: "quiet", text: "This robot has no moving joint." }));
    }
    state.onChange(() => this.update());
  }

  /** @param {import("studio/robot.js").Joint} joint @param {number} j */
  row(joint, j) {
    const tau = make("span", { class: "tau", onpointerenter: () => this.explain(tau, j) });
    const name = make("div", { class: "name", onclick: () => this.state.pick(j) }, [
      make("b", { text: joint.name, title: `${joint.name}, ${joint.kind}` }),
      tau,
    ]);
    const bars = Object.fromEntries(["tau", "gravity", "rate"].map((part) => [part, make("i", { class: part })]));
    const meter = make("div", { class: "bars", "aria-hidden": "true", hidden: !this.driven[j] }, [
      make("div", {}, [bars.tau, bars.gravity]),
      make("div", {}, [bars.rate]),
    ]);
    const fields = SERIES.map((series, s) => {
      const [lower, upper] = this.range(joint, s);
      const range = make("input", {
        type: "range", min: lower, max: upper, step: (upper - lower) / 2000, id: `${series.key}-${j}`,
        "aria-label": `${series.label} of ${joint.name}`,
        disabled: s > 0 && !this.state.loops.independent[j],
        oninput: () => this.set(s, j, Number(range.value)),
        onfocus: () => this.state.selected !== j && this.state.pick(j),
      });
      const number = make("input", {
        type: "number", step: "any", id: `${series.key}-number-${j}`, "aria-label": `${series.label} of ${joint.name}`,
        disabled: s > 0 && !this.state.loops.independent[j],
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
      meter,
    ]);
    return { element, fields, bars, tau, shown: /** @type {Record<string, any>} */ ({}) };
  }

  /** All digits, for who points at the effort. @param {any} element @param {number} j */
  explain(element, j) {
    const { tau, gravity, tauRate, robot } = this.state;
    const unit = Robot.effortUnit(robot.joints[j]);
    const whose = robot.has("motors") && robot.joints[j].stiffness ? "motor behind the spring: " : "";
    element.title = `${whose}τ ${tau[j]} ${unit}, gravity ${gravity[j]} ${unit}, dτ/dt ${tauRate[j]} ${unit}/s`;
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
    this.state.forget();
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
    this.rows.forEach((row, j) => this.updateRow(row, j));
  }

  /**
   * Writes what has changed: elements that are written to anew are laid out anew.
   * @param {any} row
   * @param {number} j
   */
  updateRow(row, j) {
    const { robot, tau, gravity, tauRate, valid, selected } = this.state;
    const joint = robot.joints[j];
    const { shown } = row;
    const differs = (/** @type {string} */ key, /** @type {any} */ value) => shown[key] !== value && ((shown[key] = value), true);
    row.fields.forEach((/** @type {any} */ field, /** @type {number} */ s) => {
      const value = /** @type {any} */ (robot)[SERIES[s].key][j];
      if (differs(`value${s}`, value) || field.number !== document.activeElement) {
        field.range.value = value;
        const written = text(value);
        if (document.activeElement !== field.number && differs(`text${s}`, written)) {
          field.number.value = written;
        }
      }
    });
    const q = robot.q[j];
    const beyond = (joint.lower !== null && q < joint.lower) || (joint.upper !== null && q > joint.upper);
    if (differs("beyond", beyond)) {
      row.fields[0].number.classList.toggle("over", beyond);
    }
    if (differs("selected", selected === j)) {
      row.element.classList.toggle("selected", selected === j);
    }
    const share = joint.effort ? ` · ${Math.round((100 * Math.abs(tau[j])) / joint.effort)} %` : "";
    const unit = Robot.effortUnit(joint);
    const effort = valid && this.driven[j] ? `${text(tau[j])} ${unit}${share}` : "–";
    if (differs("effort", effort)) {
      row.tau.textContent = effort;
    }
    const over = joint.effort !== null && Math.abs(tau[j]) > joint.effort;
    if (differs("over", over)) {
      row.element.classList.toggle("over", over);
    }
    this.updateBars(row, j, tau[j], gravity[j], tauRate[j], differs);
  }

  /**
   * τ with a mark for gravity above, dτ/dt below, both against their limits.
   * @param {any} row
   * @param {number} j
   * @param {number} tau
   * @param {number} gravity
   * @param {number} rate
   * @param {(key: string, value: any) => boolean} differs
   */
  updateBars(row, j, tau, gravity, rate, differs) {
    const joint = this.state.robot.joints[j];
    const most = this.most[j];
    most[0] = Math.max(most[0], Math.abs(tau) || 0, Math.abs(gravity) || 0);
    most[1] = Math.max(most[1], Math.abs(rate) || 0);
    const limit = joint.effort || most[0] * 1.15;
    const rateLimit = joint.effortRate || most[1] * 1.15;
    const part = (/** @type {number} */ x) => Math.max(-1, Math.min(1, x || 0)).toFixed(4);
    for (const [key, x, bound] of /** @type {[string, number, number][]} */ ([["tau", tau, limit], ["rate", rate, rateLimit]])) {
      if (differs(key, part(x / bound))) {
        row.bars[key].style.transform = `scaleX(${row.shown[key]})`;
      }
      const bad = Math.abs(x) > bound * (1 + 1e-12);
      if (differs(`${key}Bad`, bad)) {
        row.bars[key].classList.toggle("bad", bad);
      }
    }
    if (differs("gravity", part(gravity / limit))) {
      row.bars.gravity.style.transform = `translateX(${50 * row.shown.gravity}%)`;
    }
  }
}

/** The base of a robot that floats: where it is and how it moves; its acceleration follows. */

import { find, make, text } from "studio/dom.js";

/** @typedef {import("studio/state.js").State} State */

const PLACE = ["x / m", "y / m", "z / m", "roll / rad", "pitch / rad", "yaw / rad"];
const VELOCITY = ["vₓ / m/s", "v_y", "v_z", "ωₓ / rad/s", "ω_y", "ω_z"];

/** Rz(yaw) Ry(pitch) Rx(roll) by rows. @param {number} roll @param {number} pitch @param {number} yaw */
function rotation(roll, pitch, yaw) {
  const [cr, sr, cp, sp, cy, sy] = [roll, pitch, yaw].flatMap((a) => [Math.cos(a), Math.sin(a)]);
  return [
    cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,
    sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,
    -sp, cp * sr, cp * cr,
  ];
}

/** @param {ArrayLike<number>} r */
function angles(r) {
  return [Math.atan2(r[7], r[8]), Math.atan2(-r[6], Math.hypot(r[7], r[8])), Math.atan2(r[3], r[0])];
}

/** A rotation matrix by rows as a unit quaternion x, y, z, w. @param {ArrayLike<number>} r */
export function quaternion(r) {
  const squares = [1 + r[0] - r[4] - r[8], 1 - r[0] + r[4] - r[8], 1 - r[0] - r[4] + r[8], 1 + r[0] + r[4] + r[8]];
  const largest = squares.indexOf(Math.max(...squares));
  const q = [
    [squares[0], r[1] + r[3], r[2] + r[6], r[7] - r[5]],
    [r[1] + r[3], squares[1], r[5] + r[7], r[2] - r[6]],
    [r[2] + r[6], r[5] + r[7], squares[2], r[3] - r[1]],
    [r[7] - r[5], r[2] - r[6], r[3] - r[1], squares[3]],
  ][largest];
  const length = Math.hypot(...q);
  return q.map((x) => x / length);
}

export class BasePanel {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    const panel = find("#panel-base");
    panel.hidden = !state.robot.base;
    /** @type {any[]} */
    this.fields = [];
    if (!state.robot.base) {
      return;
    }
    this.told = make("p", { class: "quiet", id: "base-acceleration" });
    find("#panel-base .body").append(
      ...[...PLACE, ...VELOCITY].map((label, k) => this.row(label, k)),
      make("p", { class: "quiet", text: "Velocities are in the axes of the base." }),
      this.told,
    );
    state.onChange(() => this.update());
  }

  /** @param {string} label @param {number} k */
  row(label, k) {
    const most = k % 6 < 3 ? 2 : 3.2;
    const range = make("input", { type: "range", id: `base-${k}`, min: -most, max: most, step: most / 1000, "aria-label": label,
      oninput: () => this.set(k, Number(range.value)) });
    const number = make("input", { type: "number", step: "any", id: `base-number-${k}`, "aria-label": label,
      onchange: () => (Number.isFinite(number.valueAsNumber) ? this.set(k, number.valueAsNumber) : this.update()) });
    this.fields.push({ range, number });
    return make("div", { class: "row wide" }, [make("label", { text: label, for: range.id }), range, number]);
  }

  /** The twelve numbers as they are shown. */
  values() {
    const base = /** @type {Float64Array} */ (this.state.robot.base);
    return [...base.subarray(9, 12), ...angles(base), ...base.subarray(12, 18)];
  }

  /** @param {number} k @param {number} value */
  set(k, value) {
    const base = /** @type {Float64Array} */ (this.state.robot.base);
    const all = this.values();
    all[k] = value;
    base.set(rotation(all[3], all[4], all[5]), 0);
    base.set(all.slice(0, 3), 9);
    base.set(all.slice(6), 12);
    this.state.changed();
  }

  update() {
    this.values().forEach((value, k) => {
      const { range, number } = this.fields[k];
      const written = text(value);
      range.value = value;
      if (document.activeElement !== number && number.value !== written) {
        number.value = written;
      }
    });
    const a = Array.from(/** @type {Float64Array} */ (this.state.robot.base).subarray(18, 24), text);
    this.told.textContent = `Acceleration ${a.slice(0, 3).join(", ")} m/s², ${a.slice(3).join(", ")} rad/s²`;
  }
}

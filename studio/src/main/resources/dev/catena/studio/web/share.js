/** Sharing: the address holds posture, camera and pick; exports are a picture, a table, the robot and the page itself. */

import { find, make, notice } from "studio/dom.js";

/** @typedef {import("studio/state.js").State} State */
/** @typedef {import("studio/scene.js").Scene} Scene */
/** @typedef {import("studio/timeline.js").Timeline} Timeline */

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  notice(`Saved ${name}`);
}

export class Share {
  /**
   * @param {State} state
   * @param {Scene} scene
   * @param {Timeline} timeline
   * @param {{yaml: () => Promise<string>, page: () => Promise<string>}} source
   */
  constructor(state, scene, timeline, source) {
    this.state = state;
    this.scene = scene;
    this.timeline = timeline;
    const name = state.robot.description.name.replace(/[^\w-]+/g, "_");
    const button = (/** @type {string} */ id, /** @type {string} */ label, /** @type {string} */ title, /** @type {() => any} */ act) =>
      make("button", { id, text: label, title, onclick: act });
    find("#export-buttons").append(
      button("link", "Link", "Copy an address of this posture and view", () => this.copy()),
      button("png", "PNG", "Picture of the robot", () => this.picture(name)),
      button("csv", "CSV", "Motion, torques and rates; or the posture", () => download(new Blob([this.table()], { type: "text/csv" }), `${name}.csv`)),
      button("yaml", "YAML", "The robot", async () => download(new Blob([await source.yaml()]), `${name}.yaml`)),
      button("page", "Page", "This page as one file that works anywhere", async () =>
        download(new Blob([await source.page()], { type: "text/html" }), `${name}.html`)),
    );
    this.timer = 0;
    // a page inside of another one has no address of its own
    if (window === window.parent) {
      state.onChange(() => this.later());
      scene.controls.addEventListener("change", () => this.later());
    }
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => history.replaceState(null, "", this.fragment()), 400);
  }

  fragment() {
    const { robot, selected } = this.state;
    const numbers = (/** @type {Iterable<number>} */ v) => Array.from(v, (x) => Number(x.toPrecision(12))).join(",");
    const parts = [`q=${numbers(robot.q)}`];
    for (const key of /** @type {const} */ (["qd", "qdd", "qddd"])) {
      if (robot[key].some((x) => x !== 0)) {
        parts.push(`${key}=${numbers(robot[key])}`);
      }
    }
    const camera = [...this.scene.camera.position.toArray(), ...this.scene.controls.target.toArray()];
    parts.push(`view=${camera.map((x) => Number(x.toPrecision(5))).join(",")}`, `joint=${selected}`);
    return `#${parts.join("&")}`;
  }

  /** Takes what an address says; what does not fit this robot is left out. @param {string} fragment */
  restore(fragment) {
    const given = new URLSearchParams(fragment.replace(/^#/, ""));
    const { robot } = this.state;
    const numbers = (/** @type {string} */ key, /** @type {number} */ count) => {
      const v = (given.get(key) ?? "").split(",").map(Number);
      return given.has(key) && v.length === count && v.every(Number.isFinite) ? v : null;
    };
    for (const key of /** @type {const} */ (["q", "qd", "qdd", "qddd"])) {
      const v = robot.size ? numbers(key, robot.size) : null;
      if (v) {
        robot[key].set(v);
      }
    }
    const view = numbers("view", 6);
    if (view) {
      this.scene.camera.position.fromArray(view, 0);
      this.scene.controls.target.fromArray(view, 3);
      this.scene.controls.update();
    }
    const joint = numbers("joint", 1);
    if (joint) {
      this.state.selected = Math.min(Math.max(0, Math.trunc(joint[0])), Math.max(0, robot.size - 1));
    }
  }

  async copy() {
    history.replaceState(null, "", this.fragment());
    try {
      await navigator.clipboard.writeText(location.href);
      notice("The address is copied.");
    } catch {
      notice("The address bar has it: copying is not allowed here.");
    }
  }

  /** @param {string} name */
  picture(name) {
    this.scene.drawNow();
    this.scene.canvas.toBlob((blob) => blob && download(blob, `${name}.png`));
  }

  /** As `catena torque` writes it. */
  table() {
    const { robot } = this.state;
    const names = robot.joints.map((joint) => joint.name);
    const motion = this.timeline.motion;
    const quote = (/** @type {string} */ head) => (/[",\n]/.test(head) ? `"${head.replaceAll('"', '""')}"` : head);
    const keys = ["q", "qd", "qdd", "qddd"];
    const head = ["time", ...[...keys, "tau", "tauRate"].flatMap((key) => names.map((name) => quote(`${key}_${name}`)))];
    const lines = [head.join(",")];
    if (!motion) {
      lines.push([0, ...keys.flatMap((key) => Array.from(/** @type {any} */ (robot)[key])), ...this.state.tau, ...this.state.tauRate].join(","));
    } else {
      for (let k = 0; k < motion.samples; k++) {
        const row = [motion.times[k]];
        for (const key of keys) {
          row.push(...motion.series[key].subarray(k * motion.size, (k + 1) * motion.size));
        }
        for (const key of ["tau", "tauRate"]) {
          row.push(...names.map((_, j) => this.timeline.columns[key][j][k]));
        }
        lines.push(row.join(","));
      }
    }
    return `${lines.join("\n")}\n`;
  }
}

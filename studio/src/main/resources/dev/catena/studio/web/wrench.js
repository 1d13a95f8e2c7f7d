/** What the picked joint carries, in numbers. */

import { find, make, text } from "studio/dom.js";
import { poseOf, turn } from "studio/frames.js";

/** @typedef {import("studio/state.js").State} State */

export class WrenchPanel {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.world = false;
    const body = find("#panel-wrench .body");
    this.frame = make("select", { id: "wrench-frame", "aria-label": "Axes", onchange: () => this.change() }, [
      make("option", { value: "body", text: "in the body's axes" }),
      make("option", { value: "world", text: "in the world's axes" }),
    ]);
    this.title = make("b");
    this.cells = [0, 1].map(() => [0, 1, 2, 3].map(() => make("td")));
    body.append(
      make("div", { class: "tools" }, [this.title, this.frame]),
      make("table", {}, [
        make("tr", {}, ["", "x", "y", "z", "size"].map((head) => make("th", { text: head }))),
        ...["force / N", "moment / Nm"].map((name, k) => make("tr", {}, [make("th", { text: name }), ...this.cells[k]])),
      ]),
      make("p", { class: "quiet", text: "What the parent exerts on the child, about the child's origin." }),
    );
    state.onChange(() => this.update());
  }

  change() {
    this.world = this.frame.value === "world";
    this.update();
  }

  /** The six numbers that are shown. */
  values() {
    const { robot, selected } = this.state;
    const joint = robot.joints[selected];
    const k = 6 * robot.description.joints.indexOf(joint);
    const w = Array.from(robot.wrenches.subarray(k, k + 6));
    const pose = poseOf(robot, joint.child);
    return this.world ? [...turn(pose, w.slice(0, 3)), ...turn(pose, w.slice(3))] : w;
  }

  update() {
    const joint = this.state.robot.joints[this.state.selected];
    const known = joint && this.state.robot.has("jointWrench") && !this.state.loaded;
    this.title.textContent = joint ? joint.name : "";
    const w = known && this.state.valid ? this.values() : new Array(6).fill(NaN);
    this.cells.forEach((row, k) => {
      const v = w.slice(3 * k, 3 * k + 3);
      [...v, Math.hypot(...v)].forEach((x, i) => (row[i].textContent = text(x)));
    });
  }
}

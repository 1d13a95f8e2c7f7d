/** Everything by keyboard. */

import { find, make } from "studio/dom.js";

/** @typedef {import("studio/state.js").State} State */
/** @typedef {import("studio/scene.js").Scene} Scene */

/**
 * @param {State} state
 * @param {Scene} scene
 * @param {import("studio/timeline.js").Timeline} timeline
 * @param {() => void} fit
 */
export function keys(state, scene, timeline, fit) {
  const press = (/** @type {string} */ id) => () => document.getElementById(id)?.click();
  const nudge = (/** @type {number} */ by) => {
    const j = state.selected;
    const joint = state.robot.joints[j];
    if (joint) {
      const step = (joint.kind === "revolute" ? Math.PI / 180 : 0.005) * by;
      state.forget();
      state.robot.q[j] = Math.min(joint.upper ?? Infinity, Math.max(joint.lower ?? -Infinity, state.robot.q[j] + step));
      state.changed(j);
    }
  };
  /** @type {[string, string, () => void][]} */
  const table = [
    [" ", "play or pause", () => timeline.play(!timeline.playing)],
    ["o", "repeat", press("repeat")],
    [",", "one sample back", () => timeline.step(-1)],
    [".", "one sample on", () => timeline.step(1)],
    ["Home", "to the start", () => timeline.motion && timeline.seek(timeline.motion.start)],
    ["End", "to the end", () => timeline.motion && timeline.seek(timeline.motion.end)],
    ["[", "joint before", () => state.pick(state.selected - 1)],
    ["]", "joint after", () => state.pick(state.selected + 1)],
    ["j", "picked joint down by a degree (J: ten)", () => nudge(-1)],
    ["k", "picked joint up by a degree (K: ten)", () => nudge(1)],
    ["J", "", () => nudge(-10)],
    ["K", "", () => nudge(10)],
    ["0", "all joints to zero", press("zero")],
    ["s", "simulate or pause", press("run")],
    ["r", "reset the simulation", press("reset")],
    ["f", "whole robot in view", fit],
    ["a", "joint axes", press("view-axes")],
    ["x", "body frames", press("view-frames")],
    ["c", "mass centers", press("view-centers")],
    ["i", "inertia ellipsoids", press("view-ellipsoids")],
    ["l", "joint limits", press("view-limits")],
    ["w", "reaction wrench", press("view-wrench")],
    ["n", "names of joints", press("view-names")],
    ["m", "motors of elastic joints", press("view-motors")],
    ["?", "these keys", () => find("#help").showModal()],
  ];
  find("#keys").append(
    ...table
      .filter(([, what]) => what)
      .flatMap(([key, what]) => [make("dt", { text: key === " " ? "space" : key }), make("dd", { text: what })]),
    make("dt", { text: "drag" }),
    make("dd", { text: "a body follows the pointer; with Alt only its joint; in a simulation it is pulled" }),
    make("dt", { text: "wheel" }),
    make("dd", { text: "over a plot: less or more of the time; a double click shows all" }),
    make("dt", { text: "arrows, + −" }),
    make("dd", { text: "in the picture: turn and zoom" }),
  );
  find("#help-button").addEventListener("click", () => find("#help").showModal());
  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const typing = target.matches("input[type=number], input[type=text], select, dialog *");
    const pressing = event.key === " " && target.matches("button, summary");
    if (typing || pressing || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (target === scene.canvas && camera(scene, event.key)) {
      event.preventDefault();
      return;
    }
    const slides = target.matches("input[type=range]") && ["Home", "End"].includes(event.key);
    const entry = slides ? undefined : table.find(([key]) => key === event.key);
    if (entry) {
      event.preventDefault();
      entry[2]();
    }
  });
}

/** @param {Scene} scene @param {string} key */
function camera(scene, key) {
  /** @type {Record<string, [number, number, number]>} */
  const turns = {
    ArrowLeft: [-0.1, 0, 1], ArrowRight: [0.1, 0, 1], ArrowUp: [0, -0.1, 1], ArrowDown: [0, 0.1, 1],
    "+": [0, 0, 0.9], "-": [0, 0, 1.11],
  };
  if (turns[key]) {
    scene.turn(...turns[key]);
  }
  return key in turns;
}

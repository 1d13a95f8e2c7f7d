/** Puts the page together. */

import { BasePanel } from "studio/base.js";
import { find, problem, text, toggle } from "studio/dom.js";
import { Figure } from "studio/figure.js";
import { JointsPanel } from "studio/joints.js";
import { keys } from "studio/keys.js";
import { Motion } from "studio/motion.js";
import { Overlays } from "studio/overlays.js";
import { PlanPanel } from "studio/plan.js";
import { Reach } from "studio/reach.js";
import { Robot } from "studio/robot.js";
import { Scene } from "studio/scene.js";
import { Share } from "studio/share.js";
import { SimulatePanel } from "studio/simulate.js";
import { State } from "studio/state.js";
import { Timeline } from "studio/timeline.js";
import { WrenchPanel } from "studio/wrench.js";

/**
 * Where the page has its data from: a server or itself.
 * @typedef {{served: boolean, view: boolean, robot: () => Promise<any>, code: () => Promise<ArrayBuffer>,
 *   motion: () => Promise<{title: string, samples: number, bytes: ArrayBuffer, layout: string} | null>,
 *   mesh: (name: string) => Promise<ArrayBuffer>, worker: () => string, yaml: () => Promise<string>,
 *   page: () => Promise<string>}} Source
 */

const LAYERS = [
  ["axes", "Axes", "Joint axes (a)"],
  ["frames", "Frames", "Body frames (x)"],
  ["centers", "Masses", "Mass centers (c)"],
  ["ellipsoids", "Inertia", "Inertia ellipsoids (i)"],
  ["limits", "Limits", "Joint limits as arcs (l)"],
  ["names", "Names", "Names of joints (n)"],
  ["motors", "Motors", "Motors of elastic joints, twist made ten times larger (m)"],
  ["wrench", "Wrench", "Force (red) and moment (violet) of the picked joint (w)"],
];

/** @param {Source} source */
export async function start(source) {
  document.body.classList.toggle("view", source.view);
  const description = await source.robot();
  const code = await source.code();
  const robot = await Robot.load(description, code);
  document.title = `${description.name} – Catena studio`;
  find("#name").textContent = description.name;
  description.problems.forEach(problem);

  const state = new State(robot);
  if (!state.loops.exists) {
    // zero, or what is nearest to it within limits
    robot.joints.forEach(({ lower, upper }, j) => (robot.q[j] = Math.min(upper ?? 0, Math.max(lower ?? 0, 0))));
  }
  robot.call("pose");
  const scene = new Scene(find("#canvas"), description.gravity);
  const figure = new Figure(robot, source.mesh, () => scene.draw());
  const overlays = new Overlays(state, figure);
  scene.scene.add(figure.group, overlays.group);
  overlays.exaggeration = 10;
  const buttons = find("#view-buttons");
  const fit = () => scene.fit(figure.box());
  for (const [layer, label, title] of LAYERS) {
    if (layer !== "motors" || overlays.rings.some((ring) => ring)) {
      buttons.append(toggle(`view-${layer}`, label, title, layer === "wrench", (on) => {
        overlays.show(layer, on);
        scene.draw();
      }));
    }
  }
  buttons.append(Object.assign(document.createElement("button"), { id: "fit", textContent: "Fit", title: "Whole robot in view (f)", onclick: fit }));

  new JointsPanel(state);
  new BasePanel(state);
  new WrenchPanel(state);
  const timeline = new Timeline(state);
  const simulate = new SimulatePanel(state, timeline, code, source.worker());
  const plan = new PlanPanel(state, timeline, source.served);
  const reach = new Reach(state, scene, figure, simulate, overlays);
  const share = new Share(state, scene, timeline, source);
  keys(state, scene, timeline, fit);

  const hud = find("#hud");
  const told = find("#notice");
  const write = (/** @type {Element} */ element, /** @type {string} */ words) => {
    if (element.textContent !== words) {
      element.textContent = words;
    }
  };
  state.onChange(() => {
    figure.update();
    overlays.update();
    write(hud, robot.has("energy") ? `kinetic ${text(robot.energy[0])} J\npotential ${text(robot.energy[1])} J` : "");
    write(told, state.valid ? "" : state.loops.exists ? "The loops cannot be closed there." : "No answer for this state.");
    scene.draw();
  });
  state.onPick((joint) => figure.highlight(joint));

  state.changed();
  fit();
  share.restore(location.hash);
  state.changed();
  if (robot.size) {
    state.pick(state.selected);
  }
  const asked = performance.now();
  const motion = await source.motion();
  if (motion) {
    timeline.open(Motion.of(motion.title, motion.samples, motion.bytes, motion.layout));
    share.restore(location.hash.replace(/q\w*=[^&]*&?/g, ""));
    if (!location.hash.includes("view=")) {
      // the timeline took its part of the window
      requestAnimationFrame(fit);
    }
    if (source.view) {
      timeline.repeat.click();
      timeline.play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
    }
  }
  find("#canvas").dataset.ready = "true";
  /** For tests and for the console; loading is how long the motion took, in milliseconds. */
  /** @type {any} */ (globalThis).studio = { loading: performance.now() - asked, state, robot, scene, timeline, simulate, plan, reach, share, figure, overlays };
}

/**
 * The source that a server is.
 * @param {Promise<Response>} robot
 * @param {Promise<Response>} code
 * @returns {Source}
 */
export const server = (robot, code) => ({
  served: true,
  view: false,
  robot: async () => (await good("robot.json", robot)).json(),
  code: async () => (await good("robot.wasm", code)).arrayBuffer(),
  motion: async () => {
    const answer = await fetch("motion.bin");
    return answer.status === 200
      ? {
          title: decodeURIComponent(answer.headers.get("x-title") ?? ""),
          samples: Number(answer.headers.get("x-samples")),
          layout: answer.headers.get("x-layout") ?? "",
          bytes: await answer.arrayBuffer(),
        }
      : null;
  },
  mesh: async (/** @type {string} */ name) => (await get(`mesh/${name}`)).arrayBuffer(),
  worker: () => "worker.js",
  yaml: async () => (await get("robot.yaml")).text(),
  page: async () => (await get("page.html")).text(),
});

/** @param {string} address */
const get = (address) => good(address, fetch(address));

/** @param {string} address @param {Promise<Response>} asked */
async function good(address, asked) {
  const answer = await asked;
  if (!answer.ok) {
    throw new Error((await answer.text()) || `${address}: ${answer.status}`);
  }
  return answer;
}

/**
 * Simulation beside the page. A classic script, put together with the modules that it names, so that a page in one file can
 * start it too.
 */

import { Machine } from "studio/machine.js";
import { Robot } from "studio/robot.js";

/** @type {any} */
let machine = null;

/** Runs some steps and sends every tenth state, and the last one. @param {number} count */
function run(count) {
  const samples = [];
  let good = machine.good;
  for (let k = 0; k < count && good; k++) {
    good = machine.advance();
    if (good && (machine.steps % 10 === 0 || k === count - 1)) {
      samples.push(machine.sample());
    }
  }
  postMessage({ samples, failed: !good });
}

/** @param {any} data */
async function answer(data) {
  if (data.setup) {
    machine = new Machine(data.setup, await Robot.load(data.description, data.code));
    postMessage({ ready: true });
  } else if (data.control) {
    machine.control = data.control;
  } else if (data.push !== undefined) {
    machine.pushing.hold(data.push);
  } else if (data.steps) {
    run(data.steps);
  }
}

/** What was asked before is done first: whoever is quick asks for steps while the robot is still being loaded. */
let before = Promise.resolve();

onmessage = ({ data }) => {
  before = before.then(() => answer(data)).catch((error) => postMessage({ error: String(error?.message ?? error) }));
};

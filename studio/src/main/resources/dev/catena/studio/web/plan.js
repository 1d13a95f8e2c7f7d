/** The form for a planned motion: the server solves, tells how it goes, and can be told to stop. */

import { find, make, text } from "studio/dom.js";
import { Motion } from "studio/motion.js";

/** @typedef {import("studio/state.js").State} State */
/** @typedef {import("studio/timeline.js").Timeline} Timeline */

export class PlanPanel {
  /** @param {State} state @param {Timeline} timeline @param {boolean} served */
  constructor(state, timeline, served) {
    this.state = state;
    this.timeline = timeline;
    this.start = Array.from(state.robot.q);
    this.goal = Array.from(state.robot.q);
    /** @type {EventSource | null} */
    this.events = null;
    const panel = find("#panel-plan");
    panel.hidden = !served || state.robot.size === 0;
    this.objective = make("select", { id: "objective" }, [
      make("option", { value: "time", text: "least time" }),
      make("option", { value: "effort", text: "least effort" }),
      make("option", { value: "jerk", text: "least jerk" }),
    ]);
    this.duration = make("input", { id: "duration", type: "number", value: 2, min: 0.01, step: "any" });
    const share = (/** @type {string} */ id) => make("input", { id, type: "number", value: 100, min: 1, max: 100, step: "any" });
    this.ofVelocity = share("of-velocity");
    this.ofEffort = share("of-effort");
    this.status = make("p", { class: "status", id: "plan-status", role: "status" });
    this.solve = make("button", { id: "plan", text: "Plan", onclick: () => this.run() });
    this.cancel = make("button", { id: "cancel", text: "Cancel", disabled: true, onclick: () => this.stop() });
    find("#panel-plan .body").append(
      make("div", { class: "tools" }, [
        make("button", { id: "set-start", text: "Start here", onclick: () => this.take("start") }),
        make("button", { id: "set-goal", text: "Goal here", onclick: () => this.take("goal") }),
        this.solve,
        this.cancel,
      ]),
      make("div", { class: "form" }, [
        make("label", { text: "Wanted", for: "objective" }), this.objective,
        make("label", { text: "Seconds (guess, if time is least)", for: "duration" }), this.duration,
        make("label", { text: "% of the limits of velocity", for: "of-velocity" }), this.ofVelocity,
        make("label", { text: "% of the limits of effort", for: "of-effort" }), this.ofEffort,
      ]),
      make("p", { class: "quiet", text: "From rest to rest, within all limits of the robot." }),
      this.status,
    );
    this.solve.disabled = Boolean(state.robot.base) || state.robot.size === 0;
    if (state.robot.base) {
      this.say("The base floats: 'catena plan' makes plans of such robots, from a file.", true);
    }
  }

  /** @param {"start" | "goal"} end */
  take(end) {
    this[end] = Array.from(this.state.robot.q);
    this.say(end === "start" ? "The motion starts here." : "The motion ends here.");
  }

  /** @param {string} message @param {boolean} [bad] */
  say(message, bad = false) {
    this.status.textContent = message;
    this.status.classList.toggle("bad", bad);
  }

  /** @param {boolean} busy */
  busy(busy) {
    this.solve.disabled = busy;
    this.cancel.disabled = !busy;
  }

  async run() {
    this.busy(true);
    this.say("Starting …");
    const answer = await fetch("plan", {
      method: "POST",
      body: JSON.stringify({
        start: this.start,
        goal: this.goal,
        objective: this.objective.value,
        duration: Number(this.duration.value),
        ofVelocity: Number(this.ofVelocity.value) / 100,
        ofEffort: Number(this.ofEffort.value) / 100,
      }),
    }).catch(() => null);
    if (!answer?.ok) {
      this.busy(false);
      this.say(answer ? await answer.text() : "The server does not answer: was it stopped?", true);
      return;
    }
    this.listen((await answer.json()).id);
  }

  /** @param {number} id */
  listen(id) {
    const events = new EventSource(`plan/${id}`);
    this.events = events;
    events.addEventListener("iteration", ({ data }) => {
      const { number, objective, violation } = JSON.parse(data);
      this.say(`iteration ${number}, objective ${text(objective)}, violation ${violation.toExponential(1)}`);
    });
    events.addEventListener("done", async ({ data }) => {
      this.finish();
      const { message, solved, samples, layout } = JSON.parse(data);
      this.say(message, !solved);
      if (samples > 0) {
        const bytes = await (await fetch(`plan/${id}/motion`)).arrayBuffer();
        this.timeline.open(Motion.of("plan", samples, bytes, layout));
      }
    });
    events.onerror = () => {
      this.finish();
      this.say("The server does not answer any more: was it stopped?", true);
    };
  }

  finish() {
    this.events?.close();
    this.events = null;
    this.busy(false);
  }

  stop() {
    fetch("plan/cancel", { method: "POST" }).catch(() => this.finish());
  }
}

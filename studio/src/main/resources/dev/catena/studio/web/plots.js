/** Plots of a motion, with limits as dashed lines, violations in red, and a cursor that is the robot's time. */

import uPlot from "uplot";
import { find, make, text } from "studio/dom.js";

/** @typedef {import("studio/motion.js").Motion} Motion */
/** @typedef {import("studio/robot.js").Joint} Joint */

export const QUANTITIES = [
  { key: "q", label: "q", title: "Position (rad, m)" },
  { key: "qd", label: "q̇", title: "Velocity (rad/s, m/s)" },
  { key: "qdd", label: "q̈", title: "Acceleration (rad/s², m/s²)" },
  { key: "tau", label: "τ", title: "Torque (Nm, N)" },
  { key: "tauRate", label: "dτ/dt", title: "Torque rate (Nm/s, N/s)" },
  { key: "power", label: "P", title: "Power (W)" },
  { key: "energy", label: "E", title: "Energy (J)" },
];

const COLORS = ["#3b82d6", "#e07b39", "#2da44e", "#d64f8c", "#8250df", "#b08800", "#1b9aaa", "#c1444d", "#6b7a8f"];

/** @param {string} key @param {Joint | undefined} joint @returns {[number | null, number | null]} */
export function limits(key, joint) {
  if (!joint) {
    return [null, null];
  }
  if (key === "q") {
    return [joint.lower, joint.upper];
  }
  const most = key === "qd" ? joint.velocity : key === "tau" ? joint.effort : key === "tauRate" ? joint.effortRate : null;
  return most === null ? [null, null] : [-most, most];
}

/**
 * Tells which numbers are beyond limits, by more than a thousandth of them as in reports; null where there are no limits.
 * @param {string} key
 * @param {Joint | undefined} joint
 * @returns {((x: number) => boolean) | null}
 */
export function excess(key, joint) {
  const [lower, upper] = limits(key, joint);
  if (lower === null && upper === null) {
    return null;
  }
  const slack = 1e-3 * Math.max(Math.abs(lower ?? 0), Math.abs(upper ?? 0));
  const least = (lower ?? -Infinity) - slack;
  const most = (upper ?? Infinity) + slack;
  return (x) => x > most || x < least;
}

export class Plot {
  /**
   * @param {typeof QUANTITIES[number]} quantity
   * @param {Motion} motion
   * @param {Float64Array[]} columns
   * @param {Joint[]} joints
   * @param {(t: number) => void} seek
   * @param {(t: number, factor: number) => void} zoom
   */
  constructor(quantity, motion, columns, joints, seek, zoom) {
    this.quantity = quantity;
    this.joints = joints;
    this.columns = columns;
    this.motion = motion;
    this.index = -1;
    this.element = make("div", { class: "plot", id: `plot-${quantity.key}` });
    this.cursor = make("div", { class: "cursor" });
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue("--quiet");
    const line = style.getPropertyValue("--line");
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line }, font: "11px system-ui, sans-serif" };
    const names = quantity.key === "energy" ? ["kinetic", "potential", "total"] : joints.map((joint) => joint.name);
    this.seek = seek;
    this.zoom = zoom;
    find(".plots").append(this.element);
    this.chart = new uPlot(
      {
        title: quantity.title,
        width: Math.max(200, this.element.clientWidth),
        height: 170,
        scales: { x: { time: false } },
        axes: [{ ...axis, size: 26 }, { ...axis, size: 52 }],
        legend: { live: true },
        cursor: { drag: { x: false, y: false }, points: { show: false } },
        series: [
          { label: "t", value: (/** @type {any} */ _, /** @type {number | null} */ x) => (x === null ? "–" : text(x)) },
          ...names.map((label, j) => ({ label, stroke: COLORS[j % COLORS.length], width: 1.25, points: { show: false },
            value: (/** @type {any} */ _, /** @type {number | null} */ x) => (x === null ? "–" : text(x)) })),
        ],
        hooks: { draw: [() => this.drawLimits()], ready: [() => this.tell()], setSize: [() => this.place()] },
      },
      [motion.times, ...columns],
      this.element,
    );
    this.chart.over.append(this.cursor);
    this.listen();
    this.time = motion.start;
    this.place();
  }

  listen() {
    const over = this.chart.over;
    const to = (/** @type {PointerEvent} */ event) => {
      const box = over.getBoundingClientRect();
      this.seek(this.chart.posToVal(event.clientX - box.left, "x"));
    };
    over.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      over.setPointerCapture(event.pointerId);
      to(event);
    });
    over.addEventListener("mouseleave", () => this.tell());
    over.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      const box = over.getBoundingClientRect();
      this.zoom(this.chart.posToVal(event.clientX - box.left, "x"), event.deltaY > 0 ? 1.25 : 0.8);
    }, { passive: false });
    over.addEventListener("dblclick", () => this.zoom(this.motion.start, Infinity));
    over.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => event.buttons & 1 && to(event));
  }

  /** Writes the legend anew, after the library has emptied it. */
  tell() {
    this.index = -1;
    this.place();
  }

  drawLimits() {
    const { ctx, bbox } = this.chart;
    const bad = getComputedStyle(document.documentElement).getPropertyValue("--bad");
    ctx.save();
    ctx.lineWidth = devicePixelRatio;
    if (this.quantity.key !== "energy") {
      this.joints.forEach((joint, j) => {
        if (!this.chart.series[j + 1].show) {
          return;
        }
        const [lower, upper] = limits(this.quantity.key, joint);
        for (const limit of [lower, upper]) {
          if (limit === null) {
            continue;
          }
          const y = this.chart.valToPos(limit, "y", true);
          if (y >= bbox.top && y <= bbox.top + bbox.height) {
            ctx.strokeStyle = COLORS[j % COLORS.length];
            ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
            ctx.beginPath();
            ctx.moveTo(bbox.left, y);
            ctx.lineTo(bbox.left + bbox.width, y);
            ctx.stroke();
          }
        }
        this.drawViolations(ctx, bad, j, excess(this.quantity.key, joint));
      });
    }
    ctx.restore();
  }

  /** A red line at the top where a limit is exceeded. @param {any} ctx @param {string} bad @param {number} j @param {((x: number) => boolean) | null} beyond */
  drawViolations(ctx, bad, j, beyond) {
    if (beyond === null) {
      return;
    }
    const { times, samples } = this.motion;
    const { bbox } = this.chart;
    ctx.setLineDash([]);
    ctx.strokeStyle = bad;
    ctx.lineWidth = 3 * devicePixelRatio;
    ctx.beginPath();
    let from = -1;
    for (let k = 0; k <= samples; k++) {
      const x = k < samples ? this.columns[j][k] : NaN;
      const over = beyond(x);
      if (over && from < 0) {
        from = k;
      } else if (!over && from >= 0) {
        const left = this.chart.valToPos(times[from], "x", true);
        const right = Math.max(left + 2 * devicePixelRatio, this.chart.valToPos(times[k - 1], "x", true));
        if (right >= bbox.left && left <= bbox.left + bbox.width) {
          ctx.moveTo(Math.max(bbox.left, left), bbox.top + 1.5 * devicePixelRatio);
          ctx.lineTo(Math.min(bbox.left + bbox.width, right), bbox.top + 1.5 * devicePixelRatio);
        }
        from = -1;
      }
    }
    ctx.stroke();
    ctx.lineWidth = devicePixelRatio;
  }

  /** Shows a part of the motion. @param {number} from @param {number} to */
  range(from, to) {
    this.chart.setScale("x", { min: from, max: to });
    this.place();
  }

  /** Puts the cursor where the robot is. @param {number} [t] */
  place(t = this.time) {
    this.time = t;
    if (this.chart) {
      const x = this.chart.valToPos(t, "x");
      this.cursor.style.transform = `translateX(${x}px)`;
      const index = this.motion.index(t);
      if (index !== this.index) {
        this.index = index;
        this.chart.setLegend({ idx: index }, false);
      }
    }
  }

  resize() {
    this.chart.setSize({ width: Math.max(200, this.element.clientWidth), height: 170 });
  }

  remove() {
    this.chart.destroy();
    this.element.remove();
  }
}

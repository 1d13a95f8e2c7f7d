/** Elements of the page, made in one line. */

/**
 * Makes an element.
 * @param {string} tag
 * @param {Record<string, any>} [properties] properties; `class`, `text`, `on…` and attributes with a dash or `role` alike
 * @param {(Node | string)[]} [children]
 * @returns {any}
 */
export function make(tag, properties = {}, children = []) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class") {
      element.className = value;
    } else if (name === "text") {
      element.textContent = value;
    } else if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (name.includes("-") || name === "role" || name === "for") {
      element.setAttribute(name, value);
    } else {
      /** @type {any} */ (element)[name] = value;
    }
  }
  element.append(...children);
  return element;
}

/**
 * An element that the page has.
 * @param {string} selector
 * @returns {any}
 */
export function find(selector) {
  const element = document.querySelector(selector);
  if (!element) {
    throw new Error(`the page has no ${selector}`);
  }
  return element;
}

/**
 * A button that is on or off.
 * @param {string} id
 * @param {string} text
 * @param {string} title
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 */
export function toggle(id, text, title, on, change) {
  const button = make("button", { id, text, title, "aria-pressed": String(on) });
  button.addEventListener("click", () => {
    const next = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(next));
    change(next);
  });
  return button;
}

/**
 * A number as people read it: four digits, no more; what is but rounding is zero.
 * @param {number} x
 */
export function text(x) {
  if (!Number.isFinite(x)) {
    return "–";
  }
  const size = Math.abs(x);
  if (size > 1e-12 && (size >= 1e5 || size < 1e-4)) {
    return x.toExponential(2);
  }
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
  const rounded = x.toFixed(digits);
  return Number(rounded) === 0 ? (0).toFixed(digits) : rounded;
}

/** @param {string} message */
export function notice(message) {
  find("#notice").textContent = message;
}

/** @param {string} message */
export function problem(message) {
  const list = find("#problems");
  list.append(make("li", { text: message }));
  find("#problem-count").textContent = String(list.children.length);
  find("#panel-problems").hidden = false;
}

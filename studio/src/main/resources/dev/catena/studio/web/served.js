/** The page as a server hands it out. What it needs beside scripts is asked for at once. */

const robot = fetch("robot.json");
const code = fetch("robot.wasm");

import("studio/main.js")
  .then(({ server, start }) => start(server(robot, code)))
  .catch((error) => {
    /** @type {Element} */ (document.getElementById("notice")).textContent = `The studio cannot start: ${error.message}`;
    throw error;
  });

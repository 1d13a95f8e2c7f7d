/**
 * The page as one file: a classic script that unpacks what the file holds, makes modules of it and starts. It comes
 * first in the file, so that the page as it was written can be saved again.
 */
"use strict";

(async () => {
  const original = `<!doctype html>\n${document.documentElement.outerHTML}`;
  const bytes = (/** @type {string} */ base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const unpack = async (/** @type {string} */ id) => {
    // a report with several motions has the scripts once, for all that it shows
    const holder = document.getElementById(id) ?? parent.document.getElementById(id);
    const held = /** @type {Element} */ (holder).textContent ?? "";
    const stream = new Blob([bytes(held.trim())]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  };
  try {
    const [scripts, data] = await Promise.all([unpack("catena-scripts"), unpack("catena-data")]);
    const address = (/** @type {string} */ text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    const imports = Object.fromEntries(Object.entries(scripts.modules).map(([name, text]) => [name, address(String(text))]));
    const map = document.createElement("script");
    map.type = "importmap";
    map.textContent = JSON.stringify({ imports });
    document.head.append(map);
    const { start } = await import("studio/main.js");
    await start({
      served: false,
      view: data.view,
      robot: async () => data.robot,
      code: async () => bytes(data.code).buffer,
      motion: async () => data.motion && { ...data.motion, bytes: bytes(data.motion.bytes).buffer },
      mesh: async (/** @type {string} */ name) => bytes(data.meshes[name]).buffer,
      worker: () => address(scripts.worker),
      yaml: async () => data.yaml,
      page: async () => original,
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    /** @type {Element} */ (document.getElementById("notice")).textContent = `The studio cannot start: ${message}`;
    throw error;
  }
})();

/** The page as a server hands it out. */

import { notice } from "studio/dom.js";
import { server, start } from "studio/main.js";

start(server).catch((error) => notice(`The studio cannot start: ${error.message}`));

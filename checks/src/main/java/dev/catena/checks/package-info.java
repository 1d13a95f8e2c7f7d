/**
 * What the compiler of this build is given, and nothing of Catena itself.
 *
 * <p><b>Reads from:</b> javac. <b>Read by:</b> javac, for every module but this one; never published.
 */
package dev.catena.checks;

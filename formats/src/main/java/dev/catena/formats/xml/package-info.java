/**
 * XML as a tree of elements that know their file and line, for every format that is XML.
 *
 * <p><b>Reads from:</b> file, model. <b>Read by:</b> the formats that are XML. No entity of the XML is resolved.
 */
@NullMarked
@CheckReturnValue
package dev.catena.formats.xml;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;

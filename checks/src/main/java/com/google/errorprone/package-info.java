/**
 * What is taken instead of classes of Error Prone.
 *
 * <p><b>Reads from:</b> Error Prone. <b>Read by:</b> Error Prone.
 */
package com.google.errorprone;

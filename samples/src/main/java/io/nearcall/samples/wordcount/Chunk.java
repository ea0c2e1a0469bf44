// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.wordcount;

/**
 * A piece of a file that neither begins nor ends within a word.
 *
 * @param lengthBytes of the piece in the file
 */
record Chunk(String text, long lengthBytes) {}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.wordcount;

/**
 * A piece of a file that neither begins nor ends inside a word.
 *
 * @param lengthBytes the length of the piece in the file
 */
record Chunk(String text, long lengthBytes) {}

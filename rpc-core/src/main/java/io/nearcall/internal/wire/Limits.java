// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

/**
 * What an endpoint accepts from its peer on one connection.
 *
 * @param lanes at most so many
 * @param nestingDepth calls within calls back and forth at most so deep; 0 says nothing of them
 * @param frameBytes arguments or results of one call at most so long
 */
public record Limits(int lanes, int nestingDepth, long frameBytes) {}

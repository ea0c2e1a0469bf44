// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

/**
 * What an endpoint accepts from its peer on one connection.
 *
 * @param lanes at most so many
 * @param nestingDepth 0, and not looked at
 * @param frameBytes arguments or results of one call at most so long
 */
public record Limits(int lanes, int nestingDepth, long frameBytes) {}

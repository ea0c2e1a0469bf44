// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/**
 * The numbers of lanes for calls that wait for their answer, by state.
 *
 * @param idle lanes without a call
 * @param busy lanes with a call
 * @param draining lanes whose callers have given up, and whose late answer has not come
 */
public record LaneStates(int idle, int busy, int draining) {}

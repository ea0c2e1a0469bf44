// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

/**
 * A message and the descriptor that came with it.
 *
 * @param descriptor the receiver must close it; -1 if the message carries none
 */
public record Received(ControlMessage message, int descriptor) {}

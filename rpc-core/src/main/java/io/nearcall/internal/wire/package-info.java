// SPDX-License-Identifier: Apache-2.0
/**
 * The protocol of two endpoints. The control socket carries the handshake, lanes and classes, doorbells, and the end of
 * the connection. The lanes carry calls and answers, in frames.
 */
package io.nearcall.internal.wire;

// SPDX-License-Identifier: Apache-2.0
/** Waiting for another process: how long to spin, when to yield, and the handshake of sleeping and waking. */
package io.nearcall.ipc.wait;

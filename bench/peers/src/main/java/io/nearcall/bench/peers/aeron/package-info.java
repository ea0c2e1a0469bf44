// SPDX-License-Identifier: Apache-2.0
/** A raw echo and a hand-coded order over Aeron IPC. */
package io.nearcall.bench.peers.aeron;

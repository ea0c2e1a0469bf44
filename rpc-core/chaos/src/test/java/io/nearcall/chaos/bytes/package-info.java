// SPDX-License-Identifier: Apache-2.0
/** Bytes of a peer, read where its bytes are read: what they may cost, and what they may load. */
package io.nearcall.chaos.bytes;

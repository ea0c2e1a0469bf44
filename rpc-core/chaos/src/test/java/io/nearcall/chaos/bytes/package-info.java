// SPDX-License-Identifier: Apache-2.0
/** Bytes of a peer, read by the code that reads them: which costs and which class loading they may cause. */
package io.nearcall.chaos.bytes;

// SPDX-License-Identifier: Apache-2.0
/** The calls as Dirmi carries them. */
package io.nearcall.bench.peers.dirmi;

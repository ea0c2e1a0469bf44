// SPDX-License-Identifier: Apache-2.0
/** Java RMI over junixsocket's Unix sockets. */
package io.nearcall.bench.peers.junixsocket;

// SPDX-License-Identifier: Apache-2.0
/** Lanes over Unix sockets and loopback TCP sockets of the JDK. They need no native library. */
package io.nearcall.ipc.socket;

// SPDX-License-Identifier: Apache-2.0
/** Lanes over sockets of the JDK, Unix ones and those of the loopback interface: they need no native library. */
package io.nearcall.ipc.socket;

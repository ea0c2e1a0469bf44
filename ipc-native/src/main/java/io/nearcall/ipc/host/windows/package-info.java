// SPDX-License-Identifier: Apache-2.0
/** The host on Windows: named pipes in place of Unix sockets, and handles of processes. */
package io.nearcall.ipc.host.windows;

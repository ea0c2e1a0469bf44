// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

/** How a wait ended. */
public enum WaitResult {
    READY,
    TIMED_OUT,
    INTERRUPTED,
    CLOSED
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/** How far an incoming call has come. */
public enum IncomingPhase {
    /** Its arguments are being read. */
    READING,
    /** Its arguments have been read, but its method must not run. */
    REFUSED,
    /** Its method runs. */
    RUNNING,
    /** Its answer is being written; part of it may have been sent. */
    ANSWERING,
    /** Its answer has been sent, or is sent elsewhere, or there is none. */
    ANSWERED
}

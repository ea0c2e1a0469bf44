// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

/** Who may send when. */
public enum ChannelMode {

    /** Half-duplex: each side sends one message and then receives one. For a borrowed lane. */
    TURN_TAKING,

    /** Full-duplex: both sides send as they please. For a shared lane. */
    STREAMING
}

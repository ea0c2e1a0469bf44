// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import java.util.concurrent.TimeUnit;

/** The times within which a peer that has vanished without a word is noticed, and other times of connections. */
final class KeepAlive {

    static final TimeUnit UNIT = TimeUnit.SECONDS;

    /** A connection that has received nothing for this time is probed. */
    static final int TIME_S = 10;

    /** The time that the answer to a probe may take. */
    static final int TIMEOUT_S = 5;

    /** A peer that probes more often is disconnected. Less than {@link #TIME_S}, because clocks differ. */
    static final int PERMITTED_S = 5;

    /** The time that the handshake of TLS may take. */
    static final int GREETING_S = 5;

    /** The time that a server may take to end. */
    static final int END_S = 1;

    private KeepAlive() {}
}

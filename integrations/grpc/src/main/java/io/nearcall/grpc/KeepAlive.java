// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import java.util.concurrent.TimeUnit;

/** How soon a host that has gone without a word is noticed. */
final class KeepAlive {

    static final TimeUnit UNIT = TimeUnit.SECONDS;

    /** A connection on which nothing has come for so long is probed. */
    static final int TIME_S = 10;

    /** So long the answer may take. */
    static final int TIMEOUT_S = 5;

    /** Who probes more often is cut off: less than {@link #TIME_S}, for clocks differ. */
    static final int PERMITTED_S = 5;

    /** For the handshake of TLS. */
    static final int GREETING_S = 5;

    /** For a server to end. */
    static final int END_S = 1;

    private KeepAlive() {}
}

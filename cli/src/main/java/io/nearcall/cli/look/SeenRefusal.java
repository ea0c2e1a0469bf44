// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import java.time.Instant;

/**
 * What one event of a flight recording says about a refused connection.
 *
 * @param served whether the side that refused it recorded it
 * @param service empty if that side does not know it
 */
record SeenRefusal(boolean served, int pid, int peerPid, String service, String reason, Instant time) {

    int callerPid() {
        return served ? peerPid : pid;
    }

    int servicePid() {
        return served ? pid : peerPid;
    }
}

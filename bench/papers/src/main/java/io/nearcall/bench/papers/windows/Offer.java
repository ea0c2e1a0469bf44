// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import io.nearcall.bench.papers.mechanism.Link;

/**
 * The server's half of a mechanism: its names exist, so the client's half can be made.
 *
 * @param address what the client's half needs to find it
 * @param meeting makes the link, as soon as the client's half is there
 */
record Offer(String address, Meeting meeting) {

    interface Meeting {
        Link with(Peer client) throws Exception;
    }
}

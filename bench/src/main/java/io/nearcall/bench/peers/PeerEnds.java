// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers;

import io.nearcall.bench.subject.Subject;
import io.nearcall.bench.trade.TradeDesk;
import java.nio.file.Path;

/** The two ends of a {@link Peer}, each used in a JVM of its own. */
public interface PeerEnds {

    /** Returns a class of the library. The file that it comes from tells which version is measured. */
    Class<?> library();

    /**
     * Starts the server, in the server JVM. Returns when clients can connect.
     *
     * @param directory empty, for sockets and shared memory; deleted when the JVM ends
     */
    AutoCloseable serve(Path directory, TradeDesk desk) throws Exception;

    /**
     * Connects, in the client JVM. The connection ends with the JVM.
     *
     * @param system the name that the measurements will have
     * @param directory the server's directory
     */
    Subject connect(String system, Path directory) throws Exception;
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers;

import io.nearcall.bench.subject.Subject;
import io.nearcall.bench.trade.TradeDesk;
import java.nio.file.Path;

/** The two ends of a {@link Peer}, each used in a JVM of its own. */
public interface PeerEnds {

    /** A class of the library: the file that it comes from says which version is measured. */
    Class<?> library();

    /**
     * In the server JVM: returns when clients can connect.
     *
     * @param directory empty, for sockets and shared memory; deleted when the JVM ends
     */
    AutoCloseable serve(Path directory, TradeDesk desk) throws Exception;

    /**
     * In the client JVM; the connection ends with it.
     *
     * @param system the name that the measurements shall have
     * @param directory the server's
     */
    Subject connect(String system, Path directory) throws Exception;
}

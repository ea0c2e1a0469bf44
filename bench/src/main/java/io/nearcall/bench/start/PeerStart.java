// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import io.nearcall.bench.Workload;
import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.subject.Calls;
import io.nearcall.bench.subject.Subject;
import java.nio.file.Path;

/** A fresh client of another library: it connects, and sends an order there and back. */
public final class PeerStart {

    private PeerStart() {}

    /** Arguments: when the parent started this JVM, the peer's name, its server's directory. */
    public static void main(String[] args) throws Exception {
        long mainNs = System.nanoTime();
        Marks marks = new Marks(args[0], mainNs);
        Subject subject = Peer.of(args[1]).orElseThrow().ends().connect(args[1], Path.of(args[2]));
        marks.done("peer: connect");
        try (Calls calls = subject.open(Workload.ORDER)) {
            calls.make(1);
        }
        marks.done("peer: first call");
        marks.tell();
        System.exit(0);
    }
}

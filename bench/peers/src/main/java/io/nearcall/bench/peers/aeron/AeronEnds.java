// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers.aeron;

import io.aeron.Aeron;
import io.nearcall.bench.peers.PeerEnds;
import io.nearcall.bench.subject.Subject;
import io.nearcall.bench.trade.TradeDesk;
import java.nio.file.Path;

/** Aeron IPC, with the media driver in the server JVM. */
public final class AeronEnds implements PeerEnds {

    @Override
    public Class<?> library() {
        return Aeron.class;
    }

    @Override
    public AutoCloseable serve(Path directory, TradeDesk desk) {
        return new AeronServer(directory, desk);
    }

    @Override
    public Subject connect(String system, Path directory) throws InterruptedException {
        return new AeronSubject(system, directory);
    }
}

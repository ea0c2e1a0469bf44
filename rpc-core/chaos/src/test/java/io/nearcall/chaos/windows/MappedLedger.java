// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.windows;

import io.nearcall.Endpoint;
import io.nearcall.ipc.classic.windows.FileMapping;
import java.nio.ByteBuffer;
import java.time.Duration;

/** The ledger of a server. Each caller uses lines of its own. */
public final class MappedLedger implements Ledger {

    static final int LINE = 64;

    private volatile ByteBuffer memory;

    /** Serves one until its input has a line, or it is killed. */
    public static void main(String[] arguments) throws Exception {
        try (Endpoint endpoint =
                Endpoint.builder().lookupTimeout(Duration.ofSeconds(20)).open()) {
            endpoint.export(Ledger.class, new MappedLedger());
            System.out.println("ready");
            System.in.read();
        }
        System.exit(0);
    }

    @Override
    public void open(String name) {
        memory = FileMapping.open(name).buffer();
    }

    @Override
    public long book(int line) {
        long count = memory.getLong(line * LINE) + 1;
        memory.putLong(line * LINE, count);
        return count;
    }
}

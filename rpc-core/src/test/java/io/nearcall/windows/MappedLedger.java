// SPDX-License-Identifier: Apache-2.0
package io.nearcall.windows;

import io.nearcall.ipc.classic.windows.FileMapping;
import java.nio.ByteBuffer;

/** The ledger of a server. Each caller uses lines of its own. */
public final class MappedLedger implements Ledger {

    static final int LINE = 64;

    private volatile ByteBuffer memory;

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

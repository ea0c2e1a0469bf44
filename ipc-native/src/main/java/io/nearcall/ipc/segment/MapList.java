// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.segment;

import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.os.OsException;
import java.util.ArrayList;
import java.util.List;

/** Maps that are given up together. Not thread-safe. */
public final class MapList {

    private record Mapped(long address, long lengthBytes) {}

    private final List<Mapped> all = new ArrayList<>();

    /** Adds a map; returns its address. */
    public long add(long address, long lengthBytes) {
        all.add(new Mapped(address, lengthBytes));
        return address;
    }

    /**
     * Gives up all maps.
     *
     * @throws OsException the first failure, after all others have been given up
     */
    public void unmap() {
        OsException failure = null;
        for (Mapped mapped : all) {
            try {
                Memory.unmap(mapped.address(), mapped.lengthBytes());
            } catch (OsException e) {
                failure = failure == null ? e : failure;
            }
        }
        all.clear();
        if (failure != null) {
            throw failure;
        }
    }
}

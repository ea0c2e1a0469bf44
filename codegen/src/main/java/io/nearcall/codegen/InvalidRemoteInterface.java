// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import java.util.List;

/** Thrown for an interface that cannot be called remotely. The message lists every fault, one per line. */
public final class InvalidRemoteInterface extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> faults;

    /** Lists the faults that this module or the runtime has found. */
    public InvalidRemoteInterface(Class<?> type, List<String> faults) {
        super(type.getName() + " cannot be called remotely:\n  - " + String.join("\n  - ", faults));
        this.faults = List.copyOf(faults);
    }

    /** One sentence for each fault; never empty, except on a copy that was deserialised. */
    public List<String> faults() {
        return faults == null ? List.of() : faults;
    }
}

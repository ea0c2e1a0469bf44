// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.model;

import java.util.List;

/** The request cannot be fulfilled. The message says why, and what to do. */
public final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public Refusal(String message) {
        super(message);
    }

    public Refusal(String message, Throwable cause) {
        super(message, cause);
    }

    /** @param faults one sentence for each fault; each begins with the member's name */
    public static Refusal of(String what, List<String> faults) {
        return new Refusal(what + ":\n  - " + String.join("\n  - ", faults));
    }
}

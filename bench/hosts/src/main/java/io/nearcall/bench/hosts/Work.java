// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.hosts;

/** What is called. */
enum Work {
    ADD("add"),
    BYTES_40000("echo of 40,000 bytes");

    static final int LONG_BYTES = 40_000;

    private final String label;

    Work(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.cpp;

/** The language of a process. */
enum Side {
    JAVA("Java"),
    CPP("C++");

    private final String title;

    Side(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

/** Who sends the requests. */
enum Direction {
    JAVA_CALLS_CPP("Java calls C++"),
    CPP_CALLS_JAVA("C++ calls Java");

    private final String title;

    Direction(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }
}

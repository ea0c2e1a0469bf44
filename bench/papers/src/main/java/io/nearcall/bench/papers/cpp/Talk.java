// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.cpp;

import java.util.List;

/** Who calls whom. */
record Talk(Side caller, Side callee) {

    /** What the others are compared with. */
    static final Talk BASELINE = new Talk(Side.JAVA, Side.JAVA);

    static final List<Talk> ALL = List.of(
            BASELINE, new Talk(Side.JAVA, Side.CPP), new Talk(Side.CPP, Side.JAVA), new Talk(Side.CPP, Side.CPP));

    String title() {
        return caller.title() + " calls " + callee.title();
    }

    /** Returns what a call is to take at most, in words. */
    String target() {
        return equals(BASELINE) ? "" : "1.1 times";
    }
}

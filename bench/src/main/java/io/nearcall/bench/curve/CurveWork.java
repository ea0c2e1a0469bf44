// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.curve;

import io.nearcall.bench.Workload;
import io.nearcall.bench.subject.Calls;
import io.nearcall.bench.subject.Subject;

/** What is called from the first call on. */
public enum CurveWork {
    ORDER("order"),
    ADD("add"),
    TEXT("String of 40"),
    LIST("list of 100 records"),
    MAP("map of 50 entries"),
    BOUND_ORDER("order, each side bound to a CPU");

    private final String title;

    CurveWork(String title) {
        this.title = title;
    }

    /** Returns the name in tables and files, in words. */
    public String title() {
        return title;
    }

    /** Returns whether the client has the first CPU and the server the second one. Otherwise both may use all CPUs. */
    boolean isBound() {
        return this == BOUND_ORDER;
    }

    /** Begins the calls of one caller. */
    Calls open(Subject subject) throws Exception {
        return switch (this) {
            case ORDER, BOUND_ORDER -> subject.open(Workload.ORDER);
            case ADD -> subject.open(Workload.ADD);
            case TEXT -> subject.open(Workload.TEXT_40);
            case LIST -> subject.openLists();
            case MAP -> subject.openMaps();
        };
    }
}

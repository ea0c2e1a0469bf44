// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.statistics.Shelf;
import io.nearcall.test.FitInterfaces;
import java.util.List;

/** An object with counted calls, without an endpoint. */
final class Shelved extends CountedObject {

    private final boolean served;
    private final String service;
    private final String target;
    private final List<RemoteMethod> methods =
            RemoteInterface.of(Shelf.class, FitInterfaces.RULES).methods();

    Shelved(boolean served, String service) {
        this(served, service, "");
    }

    Shelved(boolean served, String service, String target) {
        this.served = served;
        this.service = service;
        this.target = target;
    }

    @Override
    protected Methods countedMethods() {
        return new Methods(served, service, target, Shelf.class, methods);
    }

    static int indexOfPut() {
        return RemoteInterface.of(Shelf.class, FitInterfaces.RULES).methods().stream()
                .filter(method -> method.name().equals("put"))
                .findFirst()
                .orElseThrow()
                .index();
    }

    /** What a page says of it. */
    static PageView.Method put(PageView page) {
        return page.methods().stream()
                .filter(method -> method.name().equals("put"))
                .findFirst()
                .orElseThrow();
    }

    /** Calls that begin and end. */
    static void count(CallCounter counter, CountedObject called, int method, int calls) {
        for (int i = 0; i < calls; i++) {
            counter.begin(called, method, 10);
            counter.end(called, method, 20);
        }
    }
}

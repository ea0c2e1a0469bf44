// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import io.nearcall.codegen.RemoteMethod;
import java.util.List;

/** A remote object whose calls are counted, on the side that calls it or on the side that has it. Any thread. */
public abstract class CountedObject {

    /** No number of a row, even with the index of a method added. */
    static final int UNKNOWN = Integer.MIN_VALUE;

    /** As {@link #UNKNOWN}, but the row is not looked for either. */
    static final int UNCOUNTED = Integer.MIN_VALUE / 2;

    /** The row of its first method on the page; the others follow. A race finds the same number twice. */
    int firstRow = UNKNOWN;

    /**
     * The methods that are counted together.
     *
     * @param served whether this side has the object
     * @param service the service whose object it is; empty if the object came or went as a reference
     * @param target the place of the called service on other hosts; empty within this host, and on the side that serves
     */
    public record Methods(boolean served, String service, String target, Class<?> type, List<RemoteMethod> all) {

        /** Returns whether the object is one of Nearcall's own, which is not shown. */
        public boolean isOwn() {
            return type.getName().startsWith("io.nearcall.internal.");
        }
    }

    /** Returns the methods. Called at the first call. */
    protected abstract Methods countedMethods();

    public final Methods methods() {
        return countedMethods();
    }

    /**
     * Returns a method's name as tools show it: with its service, or without one, with its interface in parentheses.
     */
    public final String shownName(int method) {
        Methods counted = countedMethods();
        String owner = counted.service().isEmpty() ? '(' + counted.type().getSimpleName() + ')' : counted.service();
        return owner + '.' + counted.all().get(method).name();
    }
}

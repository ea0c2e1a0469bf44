// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import io.nearcall.codegen.RemoteMethod;
import java.util.List;

/** A remote object, at the side that calls it or at the one that has it, whose calls are counted. Any thread. */
public abstract class CountedObject {

    /** With any method's index added, no number of a row. */
    static final int UNKNOWN = Integer.MIN_VALUE;

    /** As {@link #UNKNOWN}, and it is not looked for. */
    static final int UNCOUNTED = Integer.MIN_VALUE / 2;

    /** Of its first method on the page; the others follow. A race finds the same number twice. */
    int firstRow = UNKNOWN;

    /**
     * What is counted together.
     *
     * @param served whether this side has the object
     * @param service whose root it is; empty if it came or went as a reference
     */
    public record Methods(boolean served, String service, Class<?> type, List<RemoteMethod> all) {

        /** Whether the object is one of Nearcall's own, which is not shown. */
        public boolean isOwn() {
            return type.getName().startsWith("io.nearcall.internal.");
        }
    }

    /** Asked for at the first call. */
    protected abstract Methods countedMethods();

    /** As above, for others. */
    public final Methods methods() {
        return countedMethods();
    }

    /** A method as tools show it: with its service, or if there is none its interface in parentheses. */
    public final String shownName(int method) {
        Methods counted = countedMethods();
        String owner = counted.service().isEmpty() ? '(' + counted.type().getSimpleName() + ')' : counted.service();
        return owner + '.' + counted.all().get(method).name();
    }
}

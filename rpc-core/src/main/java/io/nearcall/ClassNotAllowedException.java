// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** An object of a class that was not allowed was to travel, in either direction. */
public final class ClassNotAllowedException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String className;

    /**
     * Names the class.
     *
     * @param where on which side and in what it was met, as in "as an argument of Orders.place"
     */
    public ClassNotAllowedException(Outcome outcome, String className, String where) {
        super(
                outcome,
                "The class " + className + " is not allowed to travel" + (where.isEmpty() ? "" : " " + where)
                        + ". Name it in the interface's signatures, or allow it when the endpoint is built, on both"
                        + " sides. "
                        + said(outcome));
        this.className = className;
    }

    public String className() {
        return className;
    }
}

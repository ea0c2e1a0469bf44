// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** An object of a class that was not allowed, or that cannot travel, was to travel, in either direction. */
public final class ClassNotAllowedException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String className;

    /**
     * Names the class.
     *
     * @param where on which side and in what it was met, as in "as an argument of Orders.place"
     * @param reason why it may not travel and what to do about it, without a full stop
     */
    public ClassNotAllowedException(Outcome outcome, String className, String where, String reason) {
        super(
                outcome,
                "The class " + className + " may not travel" + (where.isEmpty() ? "" : " " + where) + ": " + reason
                        + ". " + said(outcome));
        this.className = className;
    }

    public String className() {
        return className;
    }
}

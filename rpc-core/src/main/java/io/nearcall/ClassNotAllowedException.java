// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/**
 * Thrown when an object of a class that is not allowed, or that cannot travel, would have to travel, in either
 * direction.
 */
public final class ClassNotAllowedException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String className;

    /**
     * Creates the exception for a class.
     *
     * @param where the side and the place where the object was found, as in "as an argument of Orders.place"; may be
     *     empty
     * @param reason why the class may not travel and what to do about it, without a full stop
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

// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Thrown when a class or an interface differs on the two sides in a way that cannot be bridged. */
public final class IncompatibleClassException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String className;
    private final String member;

    /**
     * Creates the exception for a difference.
     *
     * @param member the field or method that differs; empty if the class as a whole differs
     * @param difference the difference in words, naming both sides
     */
    public IncompatibleClassException(Outcome outcome, String className, String member, String difference) {
        super(
                outcome,
                "The class " + className + (member.isEmpty() ? "" : ", member " + member + ",")
                        + " differs between the two sides: " + difference
                        + ". Use versions of it on both sides that fit together. " + said(outcome));
        this.className = className;
        this.member = member;
    }

    public String className() {
        return className;
    }

    /** Returns the field or method that differs; empty if the class as a whole differs. */
    public String member() {
        return member;
    }
}

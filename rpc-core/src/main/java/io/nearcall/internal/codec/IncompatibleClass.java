// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

/** A class differs on the two sides so that its values cannot be read. */
public final class IncompatibleClass extends CodecException {

    private static final long serialVersionUID = 1L;

    private final String className;
    private final String member;
    private final String difference;

    /** @param member the field, component or constant that differs; empty if it is the class as a whole */
    public IncompatibleClass(String className, String member, String difference) {
        super("The class " + className + " differs between the two sides: " + difference);
        this.className = className;
        this.member = member;
        this.difference = difference;
    }

    public String className() {
        return className;
    }

    public String member() {
        return member;
    }

    /** In words, without the name of the class. */
    public String difference() {
        return difference;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

/** Thrown if a class differs on the two sides so that its values cannot be read. */
public final class IncompatibleClass extends CodecException {

    private static final long serialVersionUID = 1L;

    /** Limits the text, because the other side's description of its version is part of it. */
    private static final int MAX_LENGTH = 1_000;

    private final String className;
    private final String member;
    private final String difference;

    /** @param member the field, component or constant that differs; empty if the class as a whole differs */
    public IncompatibleClass(String className, String member, String difference) {
        super("The class " + className + " differs between the two sides: " + cut(difference));
        this.className = className;
        this.member = member;
        this.difference = cut(difference);
    }

    static String cut(String text) {
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...";
    }

    public String className() {
        return className;
    }

    public String member() {
        return member;
    }

    /** The difference in words, without the name of the class. */
    public String difference() {
        return difference;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

/** A class was met that may not travel. Its message says why and how to allow it. */
public final class ClassNotAllowed extends CodecException {

    private static final long serialVersionUID = 1L;

    private final String className;

    public ClassNotAllowed(String className, String reason) {
        super("The class " + className + " may not travel: " + reason);
        this.className = className;
    }

    /** A class that could travel if somebody allowed it. */
    static ClassNotAllowed because(String className) {
        return new ClassNotAllowed(
                className,
                "it is neither named by the interface's methods nor allowed. Allow it where the interface is declared,"
                        + " by annotation, or on both sides with Endpoint.builder().allow(" + className
                        + ".class), singly or by package");
    }

    public String className() {
        return className;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

/** A class was met that may not travel. Its message says why and how to allow it. */
public final class ClassNotAllowed extends CodecException {

    private static final long serialVersionUID = 1L;

    private final String className;
    private final String reason;

    public ClassNotAllowed(String className, String reason) {
        super("The class " + className + " may not travel: " + reason);
        this.className = className;
        this.reason = reason;
    }

    /** A class that could travel if somebody allowed it. */
    public static ClassNotAllowed because(String className) {
        return new ClassNotAllowed(
                className,
                "it is neither named by the interface's methods nor allowed. Allow it on both sides, with"
                        + " Endpoint.builder().allow(" + className + ".class) or allowPackage");
    }

    public String className() {
        return className;
    }

    /** Why, and what to do about it, without a full stop. */
    public String reason() {
        return reason;
    }
}

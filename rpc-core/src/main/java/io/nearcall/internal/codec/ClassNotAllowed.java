// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

/** A class may not travel. The message says why and how to allow it. */
public final class ClassNotAllowed extends CodecException {

    private static final long serialVersionUID = 1L;

    private final String className;
    private final String reason;

    public ClassNotAllowed(String className, String reason) {
        super("The class " + className + " may not travel: " + reason);
        this.className = className;
        this.reason = reason;
    }

    /** The failure for a class that could travel if somebody allowed it. */
    public static ClassNotAllowed because(Class<?> type) {
        String inSource = TravelRules.elementType(type).getCanonicalName();
        return because(type.getName(), inSource == null ? advice(type.getName()) : adviceFor(inSource));
    }

    /** As {@link #because(Class)}, for a class of which only the name is known. */
    public static ClassNotAllowed because(String className) {
        return because(className, advice(className));
    }

    private static ClassNotAllowed because(String className, String advice) {
        return new ClassNotAllowed(
                className,
                className.lastIndexOf('[') >= AllowedClasses.MAX_DIMENSIONS
                        ? "an array of more than " + AllowedClasses.MAX_DIMENSIONS + " dimensions travels only if the"
                                + " interface's methods name it"
                        : "it is neither named by the interface's methods nor allowed. Allow it on both sides, with "
                                + advice);
    }

    /** How a class is allowed, as the end of a sentence that ends in "with". */
    public static String advice(String className) {
        return adviceFor(AllowedClasses.elementName(className).replace('$', '.'));
    }

    /** @param inSource the class as a program names it: without dollar signs, which a shell would take for variables */
    private static String adviceFor(String inSource) {
        return "Endpoint.builder().allow(" + inSource
                + ".class) or allowPackage, or for the endpoint of io.nearcall.rmi with"
                + " Rmi.configure or -Dio.nearcall.rmi.allow=" + inSource;
    }

    public String className() {
        return className;
    }

    /** Why, and what to do about it, without a full stop. */
    public String reason() {
        return reason;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.EndpointBuilder;

/** The classes that the system property {@code io.nearcall.rmi.allow} lets travel. */
final class AllowedByProperty {

    private static final String PROPERTY = "io.nearcall.rmi.allow";
    private static final String PACKAGE = ".**";

    private AllowedByProperty() {}

    static EndpointBuilder apply(EndpointBuilder builder) {
        for (String part : System.getProperty(PROPERTY, "").split(",")) {
            String name = part.strip();
            if (name.endsWith(PACKAGE)) {
                builder.allowPackage(name.substring(0, name.length() - PACKAGE.length()));
            } else if (!name.isEmpty()) {
                builder.allow(find(name));
            }
        }
        return builder;
    }

    /** @param name as {@code Class.getName()} returns it, or with dots before the names of nested classes */
    private static Class<?> find(String name) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context != null ? context : AllowedByProperty.class.getClassLoader();
        ClassNotFoundException asWritten = null;
        for (String binary = name; ; ) {
            try {
                return Class.forName(binary, false, loader);
            } catch (ClassNotFoundException e) {
                asWritten = asWritten == null ? e : asWritten;
                int dot = binary.lastIndexOf('.');
                if (dot < 0) {
                    throw unknown(name, asWritten);
                }
                binary = binary.substring(0, dot) + '$' + binary.substring(dot + 1);
            } catch (LinkageError e) {
                throw unknown(name, e);
            }
        }
    }

    private static IllegalArgumentException unknown(String name, Throwable cause) {
        return new IllegalArgumentException(
                "-D" + PROPERTY + ": there is no class \"" + name
                        + "\"; a package with all below it is written like shop.model.**",
                cause);
    }
}

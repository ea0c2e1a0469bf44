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

    private static Class<?> find(String name) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        try {
            return Class.forName(name, false, context != null ? context : AllowedByProperty.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw new IllegalArgumentException(
                    "-D" + PROPERTY + ": there is no class \"" + name
                            + "\"; a package with all below it is written like" + " shop.model.**",
                    e);
        }
    }
}

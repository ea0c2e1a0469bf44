// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

/**
 * What an endpoint tells tools about itself. Every connection can bind this service, under a name that nobody can
 * export. An endpoint without it answers the binding as for any missing service. Public only because generated classes
 * implement and call it.
 */
public interface Inspector {

    /** No service can have this name, because of the dot. */
    String NAME = ".inspect";

    /** The key in {@link #about} of an {@link io.nearcall.Inspect}. */
    String PERMISSION = "inspect";

    /** Keys and values alternately, about the endpoint, its process, and its versions. */
    String[] about();

    /** The name of each service of this endpoint, followed by the name of its interface; ordered by name. */
    String[] services();

    /**
     * The class files of the interface of a service and of the application's classes that its signatures reach, as {@link
     * io.nearcall.internal.codec.SignatureClasses#write} writes them.
     *
     * @return empty if there is no such service
     */
    byte[] classFiles(String serviceName);
}

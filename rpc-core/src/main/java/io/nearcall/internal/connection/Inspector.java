// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

/**
 * What an endpoint tells tools about itself. Every connection can bind this service, under a name that nobody can
 * export. A caller of another host is told only of services that it may call. An endpoint without the inspector answers
 * the binding as for any missing service. Public only because generated classes implement and call it.
 */
public interface Inspector {

    /** No service can have this name, because of the dot. */
    String NAME = ".inspect";

    /** The key in {@link #about} of an {@link io.nearcall.Inspect}. */
    String PERMISSION = "inspect";

    /** The key in {@link #about} of the endpoint's name. For another host it is empty unless the program has set it. */
    String NAME_OF_ENDPOINT = "endpoint";

    /** The key in {@link #about} of the endpoint's id, which no other endpoint has. */
    String ID = "id";

    /**
     * Keys and values alternately, about the endpoint, its process, and its versions. Other hosts are told nothing of the
     * process and the versions.
     */
    String[] about();

    /** The name of each service of this endpoint, followed by the name of its interface; ordered by name. */
    String[] services();

    /**
     * The interface of a service and the application's classes that its signatures reach, as class files without code.
     * {@link io.nearcall.internal.codec.SignatureClasses#write} writes them.
     *
     * @return empty if there is no such service
     */
    byte[] classFiles(String serviceName);
}

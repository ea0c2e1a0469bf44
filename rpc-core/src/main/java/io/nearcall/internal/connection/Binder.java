// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

/**
 * The object that every endpoint has under id 0: through it a caller binds an interface to a service before the first
 * call. Public only because generated classes implement and call it.
 */
public interface Binder {

    /** What a call takes at most. No annotation: to read the first one in a process takes milliseconds. */
    long LONGEST_NS = 10_000_000_000L;

    /**
     * Finds a service and the numbers of its methods.
     *
     * @param methods name, descriptor and wire form of each method of the caller's interface, each of them one string with
     *     spaces between
     * @return the object's id, followed by the number of each method, -1 for those that the service's interface lacks, -2
     *     for those whose values are laid out differently and -3 if it has methods of that name with other types only; empty
     *     if there is no such service
     */
    int[] bind(String serviceName, String interfaceName, String[] methods);

    /**
     * Finds the numbers of the methods of an object that the caller has a reference to.
     *
     * @param facet which of its interfaces, as they were listed with the reference
     * @return the number of each method, as in {@link #bind}; empty if there is no such object
     */
    int[] bindReference(int objectId, int facet, String[] methods);

    /**
     * Finds one more interface of an object that the caller has a reference to.
     *
     * @param interfaceName of a remote interface
     * @return the number of the facet, as for {@link #bindReference}; -1 if the object is gone or does not implement it
     */
    int facet(int objectId, String interfaceName);

    /**
     * Does nothing. Over a shared lane it is answered when the calls of its strand that came before have been run, as is any
     * call.
     */
    void fence();

    /**
     * The object of a service, if it implements that remote interface, as a reference; else null.
     *
     * @param objectId as {@link #bind} gave it
     */
    Object view(int objectId, String interfaceName);

    /**
     * Agrees on the classes that the caller's interface names.
     *
     * @param shapes of the classes, as {@link io.nearcall.internal.codec.ClassShape} writes them
     * @return for each class the id that it has on this connection from now on, in decimal, and behind a line feed the
     *     service's shape if that differs; of a class without an id nothing or the service's shape
     */
    String[] agree(String[] classNames, String[] shapes);
}

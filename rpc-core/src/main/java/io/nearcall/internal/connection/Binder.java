// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

/**
 * The object with id 0 of every endpoint. Through it a caller binds an interface to a service before the first call.
 * Public only because generated classes implement and call it.
 */
public interface Binder {

    /** The longest that a call takes. No annotation, because reading the first one in a process takes milliseconds. */
    long LONGEST_NS = 10_000_000_000L;

    /**
     * Finds a service and the numbers of its methods.
     *
     * @param methods name, descriptor and wire form of each method of the caller's interface, each in one string,
     *     separated by spaces
     * @return the object's id, followed by the number of each method; -1 if the service's interface lacks it, -2 if its
     *     values are laid out differently, -3 if methods of that name have other types only; empty if there is no such
     *     service
     */
    int[] bind(String serviceName, String interfaceName, String[] methods);

    /**
     * Finds the numbers of the methods of an object that the caller has a reference to.
     *
     * @param facet which of its interfaces, in the order in which they were listed with the reference
     * @return the number of each method, as in {@link #bind}; empty if there is no such object
     */
    int[] bindReference(int objectId, int facet, String[] methods);

    /**
     * Finds one more interface of an object that the caller has a reference to.
     *
     * @param interfaceName the name of a remote interface
     * @return the number of the facet, as for {@link #bindReference}; -1 if the object is gone or does not implement it
     */
    int facet(int objectId, String interfaceName);

    /**
     * Does nothing. Over a shared lane it is answered like any call, after the earlier calls of its serial queue have
     * run.
     */
    void fence();

    /**
     * Returns a reference to the object of a service if it implements that remote interface; else null.
     *
     * @param objectId as {@link #bind} gave it
     */
    Object view(int objectId, String interfaceName);

    /**
     * Agrees on the classes that the caller's interface names.
     *
     * @param shapes the shapes of the classes, as {@link io.nearcall.internal.codec.ClassShape} writes them
     * @return for each class its id on this connection from now on, in decimal, followed by a line feed and the
     *     service's shape if that differs; for a class without an id, empty or the service's shape
     */
    String[] agree(String[] classNames, String[] shapes);
}

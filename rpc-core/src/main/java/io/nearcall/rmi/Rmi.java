// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import java.rmi.RemoteException;
import java.util.function.UnaryOperator;

/**
 * Gives access to the endpoint behind this package, which a program that was written for Java RMI does not see. The
 * endpoint is opened when it is first needed, and closed when the JVM ends. It belongs to this class as it was loaded:
 * each copy of Nearcall in a JVM has its own endpoint. Programs that share a copy share the endpoint, its options, and
 * the classes that may travel over it. Programs with different classes of the same name need a copy each, or endpoints
 * of their own.
 *
 * <p>These classes may travel: those that the methods of remote interfaces name; the remote interfaces of the class
 * path; and those that the system property {@code io.nearcall.rmi.allow} names. The property lists classes, and
 * packages with everything below them, such as {@code shop.model.**,shop.Voucher}. All other options of the endpoint
 * are set with {@link #configure}.
 */
public final class Rmi {

    private Rmi() {}

    /**
     * Sets options of the endpoint before it is opened, such as deadlines, allowed classes or an executor.
     *
     * @param options receives the prepared builder, and returns it
     * @throws IllegalStateException if the endpoint is open already
     */
    public static void configure(UnaryOperator<EndpointBuilder> options) {
        Home.configure(options);
    }

    /** Returns the endpoint, for what Java RMI does not have. Close it only with {@link #close()}. */
    public static Endpoint endpoint() throws RemoteException {
        return Home.open().endpoint();
    }

    /**
     * Unexports everything, closes the endpoint and forgets its options. The next use of this package opens another
     * endpoint. Meant for tests, and for programs that are unloaded. Any thread; blocks as long as {@link
     * Endpoint#close()}.
     */
    public static void close() {
        Home.closeCurrent();
    }
}

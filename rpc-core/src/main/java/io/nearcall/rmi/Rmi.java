// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import java.rmi.RemoteException;
import java.util.function.UnaryOperator;

/**
 * The endpoint behind this package, which a program that was written for Java RMI does not see: opened when it is first needed,
 * and closed when the JVM ends. It belongs to this class as it was loaded: of two copies of Nearcall in one JVM each has its
 * own, and programs that share one copy share the endpoint, its options, and the classes that it lets travel. Programs whose
 * classes of one name differ have to have a copy each, or endpoints of their own.
 *
 * <p>What may travel: what the methods of remote interfaces name; the remote interfaces of the class path; and what the system
 * property {@code io.nearcall.rmi.allow} names, classes and packages with all below them, such as {@code
 * shop.model.**,shop.Voucher}. Whatever else is asked of the endpoint goes through {@link #configure}.
 */
public final class Rmi {

    private Rmi() {}

    /**
     * Sets options of the endpoint, before it is opened: deadlines, allowed classes, an executor, as any other's.
     *
     * @param options are given the builder that has been prepared, and return it
     * @throws IllegalStateException if the endpoint is open: then it is too late
     */
    public static void configure(UnaryOperator<EndpointBuilder> options) {
        Home.configure(options);
    }

    /** The endpoint, for what Java RMI does not have. To be closed by {@link #close()} only. */
    public static Endpoint endpoint() throws RemoteException {
        return Home.open().endpoint();
    }

    /**
     * Unexports everything, closes the endpoint and forgets its options; what is used next opens another one. For tests, and
     * for programs that are unloaded. Any thread; blocks for as long as {@link Endpoint#close()}.
     */
    public static void close() {
        Home.closeCurrent();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

/**
 * The far end of one stub: a remote object as seen through one interface. The generated stub begins every call here,
 * with the index of the method in its interface's method table. Safe for use by any number of threads.
 */
public interface RemoteTarget {

    /**
     * Begins a call whose caller waits for the answer. Blocks while no lane is free, up to the call's deadline.
     *
     * @return the call, ready to take the arguments; it belongs to the calling thread until it ends or fails
     */
    SyncCall begin(int method);

    /** Begins a call that is answered through a future; see {@link AsyncCall#invokeAsync()}. */
    AsyncCall beginAsync(int method);

    /** Begins a call that is never answered; see {@link OneWayCall#post()}. */
    OneWayCall beginOneWay(int method);

    /**
     * Returns what the caller is thrown in place of {@code failure}, which ended the call or kept it from beginning.
     * Called only for methods for which {@link InterfaceRules#isFailureTranslated} is true.
     */
    default Throwable translate(Throwable failure, int method) {
        return failure;
    }

    /** A text that names the remote object: interface, service and process. {@code toString} of the stub returns it. */
    String describe();
}

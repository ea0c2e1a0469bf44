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
     * @return the call, ready to take the arguments; belongs to the calling thread until it ends or fails
     */
    SyncCall begin(int method);

    /** Begins a call that is answered through a future; see {@link AsyncCall#invokeAsync()}. */
    AsyncCall beginAsync(int method);

    /** Begins a call that is never answered; see {@link OneWayCall#post()}. */
    OneWayCall beginOneWay(int method);

    /**
     * What the caller shall be thrown in place of what ended his call, or kept it from beginning. Asked for methods of which
     * {@link InterfaceRules#isFailureTranslated} says so.
     */
    default Throwable translate(Throwable failure, int method) {
        return failure;
    }

    /** A text that names the remote object: interface, service and process. For {@code toString} of the stub. */
    String describe();
}

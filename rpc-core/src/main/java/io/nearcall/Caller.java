// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import io.nearcall.internal.server.CallContext;
import io.nearcall.internal.server.CurrentCall;

/**
 * Who calls: what a remote method can learn about the process that called it. The kernel vouches for the numbers.
 *
 * @param pid of the calling process, as of when it connected
 * @param uid of the user that it ran as
 * @param gid of the group that it ran as
 * @param service through which the object was found
 */
public record Caller(int pid, int uid, int gid, String service) {

    /**
     * The caller of the remote method that the current thread runs.
     *
     * @throws IllegalStateException if it runs none; threads that the method starts do not count
     */
    public static Caller current() {
        CallContext context = CurrentCall.context();
        if (context != null) {
            return new Caller(
                    context.peer().pid(), context.peer().uid(), context.peer().gid(), context.serviceName());
        }
        throw new IllegalStateException("Thread " + Thread.currentThread().getName() + " does not run a remote method");
    }
}

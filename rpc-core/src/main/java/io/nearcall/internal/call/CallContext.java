// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.call;

import io.nearcall.codegen.SyncCall;
import io.nearcall.internal.context.Carried;
import io.nearcall.internal.context.Metadata;
import io.nearcall.ipc.os.Credentials;

/** What a method that is running can learn of its call. But for what is said otherwise, on its thread. */
public interface CallContext {

    /** The connection through which the call came. Any thread. */
    Peer connection();

    /** Who calls. Any thread. */
    default Credentials peer() {
        return connection().credentials();
    }

    String serviceName();

    long callId();

    /** Whether its caller has given up. Any thread; of a call that has ended it may have been forgotten. */
    boolean isCancelled(long callId);

    /** Until when the caller waits, if he has said so; else {@link Carried#NO_DEADLINE}. */
    long deadlineNs();

    /** What the caller sent along. */
    Metadata metadata();

    /** Where the method's own calls to the same peer go, so that they run on the thread that waits there; or null. */
    SyncCall nestedCaller();
}

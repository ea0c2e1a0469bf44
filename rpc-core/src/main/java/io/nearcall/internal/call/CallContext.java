// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.call;

import io.nearcall.codegen.SyncCall;
import io.nearcall.internal.context.Carried;
import io.nearcall.internal.context.Metadata;
import io.nearcall.ipc.os.Credentials;

/** What a running method can learn about its call. On the method's thread only, except where noted. */
public interface CallContext {

    /** The connection through which the call came. Any thread. */
    Peer connection();

    /** Who calls. Any thread. */
    default Credentials peer() {
        return connection().credentials();
    }

    String serviceName();

    long callId();

    /** Whether the call's caller has given up. Any thread. After the call has ended, this may have been forgotten. */
    boolean isCancelled(long callId);

    /** Until when the caller waits, if it has said so; otherwise {@link Carried#NO_DEADLINE}. */
    long deadlineNs();

    /** What the caller sent along. */
    Metadata metadata();

    /** Where the method's own calls to the same peer go, so they run on the thread that waits there; or null. */
    SyncCall nestedCaller();
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.server;

import io.nearcall.internal.lane.LaneCaller;
import io.nearcall.ipc.os.Credentials;

/** What a method that is running can learn of its call. */
public interface CallContext {

    Credentials peer();

    /** The connection through which the call came. */
    ServedPeer connection();

    String serviceName();

    /** Where the method's own calls to the same peer go, so that they run on the thread that waits there; or null. */
    LaneCaller nestedCaller();
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.call;

import io.nearcall.internal.context.Carried;

/** What a thread runs, and what has been attached to it for the calls that it makes. Only for the thread itself. */
public interface CallThread {

    /** The call that the thread runs, or null. */
    CallContext call();

    /** What the thread's calls carry; null if that is what came with the call that it runs. */
    Carried attached();

    void set(CallContext call, Carried attached);
}

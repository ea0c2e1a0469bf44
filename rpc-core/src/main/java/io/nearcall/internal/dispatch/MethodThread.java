// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import io.nearcall.internal.call.CallContext;
import io.nearcall.internal.call.CallThread;
import io.nearcall.internal.call.CurrentCall;
import io.nearcall.internal.context.Carried;
import io.nearcall.internal.reference.ExportedObject;

/** The call and the context class loader that a thread other than the lane's own has while it runs a method. */
public final class MethodThread {

    private final Thread thread = Thread.currentThread();
    private final ClassLoader loaderBefore = thread.getContextClassLoader();
    private final CallContext callBefore;
    private final Carried attachedBefore;

    /** The current thread begins to run a method of {@code callee}. */
    public MethodThread(CallContext call, ExportedObject callee) {
        CallThread known = CurrentCall.thread();
        callBefore = known == null ? null : known.call();
        attachedBefore = known == null ? null : known.attached();
        CurrentCall.set(call, null);
        setLoader(callee.contextClassLoader());
    }

    private void setLoader(ClassLoader loader) {
        if (thread.getContextClassLoader() != loader) {
            try {
                thread.setContextClassLoader(loader);
            } catch (SecurityException e) {
                // threads of some pools keep their class loader in any case
            }
        }
    }

    /** Leaves the thread as it was. */
    public void leave() {
        CurrentCall.set(callBefore, attachedBefore);
        setLoader(loaderBefore);
    }
}

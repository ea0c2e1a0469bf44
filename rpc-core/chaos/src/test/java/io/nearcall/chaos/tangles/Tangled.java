// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.tangles;

import io.nearcall.OneWay;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import java.util.concurrent.CompletableFuture;

/** What the processes of {@link FalseCycles} call: methods that take some milliseconds, and some of them a lock. */
@RemoteService
public interface Tangled {

    /** Has the lock for so long. */
    void enter(int ms);

    /** As {@link #enter}. */
    CompletableFuture<Integer> enterLater(int ms);

    /** As {@link #enter}. */
    @OneWay
    void note(int ms);

    /** Takes so long, without the lock. */
    void rest(int ms);

    /** Calls back, without the lock. */
    void show(Visitor visitor, int ms);

    /** Continues with the process whose number the path begins with. At the end of the path, takes that long. */
    void pass(String path, int ms);

    /** Is called back. */
    @RemoteObject
    interface Visitor {
        void visit(int ms);
    }
}

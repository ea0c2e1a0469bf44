// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spi;

import java.lang.reflect.Method;
import java.util.Map;

/**
 * A call as those see it who look at calls: what is called, but not with what. Arguments are written straight into the
 * channel, and read from it straight onto the operand stack of the method; to show them they would have to be boxed and
 * kept. One object for each call and side, so it can be a key. Any thread.
 */
public interface CallInfo {

    /** On which side of the call we are. */
    enum Side {
        /** Here it is made. */
        CLIENT,
        /** Here its method runs. */
        SERVER
    }

    Side side();

    /** The remote interface. */
    Class<?> type();

    /** The method of the interface, as it declares it. */
    Method method();

    /** The name under which the object was found; of one that was passed by reference its interface's simple name. */
    String service();

    /** The process on the other side; on the client's side the one that was called last, if it has been restarted. */
    int peerPid();

    /** The pairs that go along with the call, those included that interceptors have added so far. Unmodifiable. */
    Map<String, String> metadata();
}

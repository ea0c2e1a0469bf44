// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart.comparison;

import io.nearcall.OneWay;
import io.nearcall.RemoteService;

/** The service through which the client starts the opponents in the server: Java RMI and the floor. */
@RemoteService("orders-comparison")
public interface Comparison {

    /** Returns the stub of a running {@link RmiOrders}, serialised by Java. This avoids RMI's registry and its port. */
    byte[] rmiOrders();

    /** Maps the client's file. The client may delete the file afterwards. */
    void meetIn(String file);

    /** Answers in the file until the client writes {@link FloorFile#STOP}, or sends nothing for two seconds. */
    @OneWay
    void respond();
}

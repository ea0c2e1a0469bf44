// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart.comparison;

import io.nearcall.OneWay;
import io.nearcall.RemoteService;

/** How the client asks the server for the opponents. */
@RemoteService("orders-comparison")
public interface Comparison {

    /** The stub of a running {@link RmiOrders}, as Java serialises it: spares us RMI's registry and its port. */
    byte[] rmiOrders();

    /** Maps the client's file, which the client may delete afterwards. */
    void meetIn(String file);

    /** Answers in the file until the client writes {@link FloorFile#STOP}, or falls silent. */
    @OneWay
    void respond();
}

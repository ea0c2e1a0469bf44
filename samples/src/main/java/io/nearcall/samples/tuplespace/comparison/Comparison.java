// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace.comparison;

import io.nearcall.RemoteService;

/** The service through which a client gets at the same space over Java RMI. */
@RemoteService("tuplespace-comparison")
public interface Comparison {

    /** The stub of a {@link RmiSpace}, serialised. */
    byte[] rmiSpace();
}

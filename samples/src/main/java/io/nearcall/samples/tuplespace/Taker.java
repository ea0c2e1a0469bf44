// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import io.nearcall.RemoteObject;

/** One who takes tuples in transactions: an object of his process, of which the space keeps a stub while he works. */
@RemoteObject
public interface Taker {

    String name();
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test.allowed;

import io.nearcall.RemoteObject;

/** A remote interface of a package that the tests allow as a whole. */
@RemoteObject
public interface Lift {
    boolean lift(String content);
}

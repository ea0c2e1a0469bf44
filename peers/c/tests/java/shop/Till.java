// SPDX-License-Identifier: Apache-2.0
package shop;

import io.nearcall.RemoteObject;

/** An object that is passed by reference. */
@RemoteObject
public interface Till {
    int put(int amount);
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/**
 * A remote object that wants to know when nobody refers to it any more: to end a session, or to let go of what it holds for
 * others.
 */
public interface Unreferenced {

    /**
     * The last process that had a reference to this object has given it up, has released it or has died, and the endpoint
     * does not offer the object under a name. Called once each time that this happens: if the object is passed to somebody
     * again, it may happen again, even before this returns. Not called for an object that was withdrawn, nor for one that
     * has never been passed to anybody. On a thread of the endpoint that does nothing else, so it may block and call.
     */
    void unreferenced();
}

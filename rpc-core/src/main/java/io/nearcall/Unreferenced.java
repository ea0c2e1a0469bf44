// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/**
 * Implemented by a remote object that is told when nobody refers to it any more. It can then end a session, or free
 * what it holds for others.
 */
public interface Unreferenced {

    /**
     * Tells the object that nobody refers to it any more. The last process that had a reference to it has given up or
     * released the reference, or has died. The endpoint does not offer the object under a name either. This method is
     * called once each time that this happens. If the object is passed again, it may happen again, even before this
     * method returns. The method is not called for an object that was withdrawn, or that was never passed. It runs on a
     * thread of the endpoint that does nothing else, so it may block and make calls.
     */
    void unreferenced();
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/** The calling role of a lane on which a method runs: what the method calls on the same connection goes there. */
public interface LaneCaller {

    /**
     * The channel's current message is an answer, and nobody waits for one: reads over it.
     *
     * @return false if none is due
     */
    boolean skipLateAnswer();
}

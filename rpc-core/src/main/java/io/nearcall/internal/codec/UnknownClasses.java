// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

/** Agrees with the peer on the ids of classes that are met for the first time on a connection. */
public interface UnknownClasses {

    /**
     * Called in the middle of writing or reading a message, for a class that could travel and has no id. Offers it to the
     * peer, together with all classes that it reaches (see {@link ReachableClasses}), and blocks until it is answered; by
     * then {@link ClassTable#define} has been called for it.
     *
     * @param patience of who writes or reads
     * @return the id
     * @throws ClassNotAllowed if either side does not allow it
     * @throws IncompatibleClass if the two sides have different versions
     */
    int agree(Class<?> type, Patience patience);

    /**
     * Called in the middle of reading a message, for an id that stands for no class. Waits a moment for a definition that
     * is on its way.
     *
     * @return whether it stands for one now
     */
    default boolean awaitDefinition(int id) {
        return false;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

/** Agrees with the peer on the ids of classes that occur for the first time on a connection. */
public interface UnknownClasses {

    /**
     * Called while a message is written or read, for a class that could travel and has no id. Offers the class to the
     * peer, together with all classes that it reaches (see {@link ReachableClasses}). Blocks until the peer has
     * answered. By then {@link ClassTable#define} has been called for the class.
     *
     * @param patience of the writer or reader
     * @return the id
     * @throws ClassNotAllowed if either side does not allow the class
     * @throws IncompatibleClass if the two sides have different versions
     */
    int agree(Class<?> type, Patience patience);

    /**
     * Called while a message is read, for an id that stands for no class. Waits a moment for a definition that is on
     * its way.
     *
     * @return whether the id stands for a class now
     */
    default boolean awaitDefinition(int id) {
        return false;
    }
}

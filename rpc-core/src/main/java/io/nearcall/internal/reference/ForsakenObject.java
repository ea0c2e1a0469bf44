// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import io.nearcall.Unreferenced;

/** Objects that want to be told that nobody refers to them any more: by our interface, or by that of Java RMI. */
public final class ForsakenObject {

    /** By name: the module java.rmi may be missing, and is not to be loaded for who does not use it. */
    private static final String OF_RMI = "java.rmi.server.Unreferenced";

    private enum Wish {
        NONE,
        OURS,
        RMI
    }

    // The value refers to nothing of the class, and lives and dies with it.
    private static final ClassValue<Wish> WISHES = new ClassValue<>() {
        @Override
        protected Wish computeValue(Class<?> type) {
            if (Unreferenced.class.isAssignableFrom(type)) {
                return Wish.OURS;
            }
            return hasOfRmi(type) ? Wish.RMI : Wish.NONE;
        }
    };

    private ForsakenObject() {}

    static boolean wantsToKnow(Class<?> type) {
        return WISHES.get(type) != Wish.NONE;
    }

    /** Tells it. Runs user code. */
    public static void tell(Object object) {
        if (object instanceof Unreferenced ours) {
            ours.unreferenced();
        } else {
            OfRmi.tell(object);
        }
    }

    private static boolean hasOfRmi(Class<?> type) {
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            for (Class<?> parent : owner.getInterfaces()) {
                if (parent.getName().equals(OF_RMI) || hasOfRmi(parent)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A class of its own, so that nothing of RMI is loaded before there is such an object. */
    private static final class OfRmi {
        static void tell(Object object) {
            ((java.rmi.server.Unreferenced) object).unreferenced();
        }
    }
}

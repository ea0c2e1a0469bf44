// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import io.nearcall.Unreferenced;

/** Objects that want to be told that nobody refers to them any more, through our interface or that of Java RMI. */
public final class ForsakenObject {

    /** By name: the module java.rmi may be missing, and must not be loaded for users that do not need it. */
    private static final String OF_RMI = "java.rmi.server.Unreferenced";

    // The value is of a JDK class, because the class that holds it may outlive Nearcall's own.
    private static final ClassValue<Boolean> WANTS_TO_KNOW = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return Unreferenced.class.isAssignableFrom(type) || hasOfRmi(type);
        }
    };

    private ForsakenObject() {}

    static boolean wantsToKnow(Class<?> type) {
        return WANTS_TO_KNOW.get(type);
    }

    /** Tells the object. Runs user code. */
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

    /** A class of its own, so nothing of RMI is loaded before there is such an object. */
    private static final class OfRmi {
        static void tell(Object object) {
            ((java.rmi.server.Unreferenced) object).unreferenced();
        }
    }
}

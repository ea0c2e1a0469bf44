// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;

/** Classes that are not allowed, of every kind that a stream can name. Each one reports that it was initialised. */
final class Canaries {

    private Canaries() {}

    /** How many have sung in this process. */
    static final class Song {
        static volatile int sung;

        private Song() {}

        static boolean sing() {
            sung++;
            return true;
        }
    }

    static final class Plain {
        static final boolean SANG = Song.sing();
        int note;
    }

    static final class Serial implements Serializable {
        private static final long serialVersionUID = 1L;
        static final boolean SANG = Song.sing();
    }

    public static final class External implements Externalizable {
        private static final long serialVersionUID = 1L;
        static final boolean SANG = Song.sing();

        public External() {}

        @Override
        public void writeExternal(ObjectOutput out) {}

        @Override
        public void readExternal(ObjectInput in) {}
    }

    /** Says that it becomes something harmless. */
    static final class Proxy implements Serializable {
        private static final long serialVersionUID = 1L;
        static final boolean SANG = Song.sing();

        private Object readResolve() {
            return "harmless";
        }
    }

    enum Colour {
        YELLOW;
        static final boolean SANG = Song.sing();
    }

    record Egg(int size) implements Serializable {
        static final boolean SANG = Song.sing();
    }

    interface Wing {
        boolean SANG = Song.sing();

        void flap();
    }

    static class Parent implements Serializable {
        private static final long serialVersionUID = 1L;
        static final boolean SANG = Song.sing();
    }

    static final class Cry extends Exception {
        private static final long serialVersionUID = 1L;
        static final boolean SANG = Song.sing();

        Cry(String message, Throwable cause) {
            super(message, cause);
        }
    }
}

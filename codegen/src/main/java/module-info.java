// SPDX-License-Identifier: Apache-2.0
/** Turns an interface into a stub, a skeleton and a method table, and a class of values into a codec. */
@SuppressWarnings("module") // io.nearcall is built later
module io.nearcall.codegen {
    requires net.bytebuddy;
    requires transitive com.esotericsoftware.kryo.kryo5;

    // And to the loaders of generated classes, when they are made.
    exports io.nearcall.codegen to
            io.nearcall;
}

// SPDX-License-Identifier: Apache-2.0
/** Turns an interface into a stub, a skeleton and a method table, and a class of values into a codec. */
@SuppressWarnings("module") // io.nearcall is built later
module io.nearcall.codegen {
    requires net.bytebuddy;
    requires transitive com.esotericsoftware.kryo.kryo5;

    // Each loader of generated classes also gets this export, when the loader is made.
    exports io.nearcall.codegen to
            io.nearcall;
}

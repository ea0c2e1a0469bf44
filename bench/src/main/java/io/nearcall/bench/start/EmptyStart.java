// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

/** The baseline of cold starts: a JVM that reaches its {@code main} and does nothing else. */
public final class EmptyStart {

    private EmptyStart() {}

    public static void main(String[] args) throws Exception {
        long mainNs = System.nanoTime();
        new Marks(args[0], mainNs).tell();
    }
}

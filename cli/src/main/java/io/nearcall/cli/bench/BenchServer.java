// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.bench;

import io.nearcall.Endpoint;
import java.io.IOException;

/** The called JVM. It ends when its standard input ends. */
final class BenchServer implements Target {

    private BenchServer() {}

    public static void main(String[] arguments) throws IOException {
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Target.class, new BenchServer(), arguments[0]);
            System.out.println("ready");
            System.out.flush();
            System.in.read();
        }
    }

    @Override
    public void ping() {}

    @Override
    public int add(int a, int b) {
        return a + b;
    }

    @Override
    public byte[] echo(byte[] bytes) {
        return bytes;
    }
}

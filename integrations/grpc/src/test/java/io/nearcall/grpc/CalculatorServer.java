// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.nearcall.Endpoint;
import java.io.OutputStream;

/** A server in a JVM of its own. Prints its port, and ends with its input. */
public final class CalculatorServer {

    private CalculatorServer() {}

    public static void main(String[] arguments) throws Exception {
        GrpcTransport door =
                GrpcTransport.builder().listen(Integer.parseInt(arguments[0])).build();
        try (Endpoint endpoint = Endpoint.builder().transport(door).open()) {
            endpoint.export(Calculator.class, new Calculator.Simple());
            System.out.println(door.port());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}

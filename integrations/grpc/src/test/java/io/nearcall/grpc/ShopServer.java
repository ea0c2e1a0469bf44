// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.nearcall.Endpoint;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Path;

/** A server in a JVM of its own, whose number is its process id. Prints its port, and ends with its input. */
public final class ShopServer {

    private ShopServer() {}

    /**
     * @param arguments the address and the port to listen at, and the file for the {@link SaleLog}; for mutual TLS, also a
     *     directory of certificates, of which the server has the one named {@code orders}
     */
    public static void main(String[] arguments) throws Exception {
        GrpcTransport.Builder options =
                GrpcTransport.builder().listen(InetAddress.getByName(arguments[0]), Integer.parseInt(arguments[1]));
        if (arguments.length > 3) {
            Certificates certificates = Certificates.of(Path.of(arguments[3]));
            options.certificate(certificates.certificate("orders"), certificates.key())
                    .trust(certificates.certificate("shop"));
        }
        GrpcTransport door = options.build();
        SaleLog log = new SaleLog(Path.of(arguments[2]));
        try (Endpoint endpoint = Endpoint.builder().transport(door).open()) {
            endpoint.export(
                    Shop.class, new Shop.Counting(ProcessHandle.current().pid(), log::begun));
            System.out.println(door.port());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}

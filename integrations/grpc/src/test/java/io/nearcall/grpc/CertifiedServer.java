// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.nearcall.Endpoint;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Set;

/**
 * A server in a JVM of its own, with mutual TLS and services for different callers. Makes the certificates of all sides.
 * Prints its port, and ends with its input. For the tests of the command {@code nearcall}.
 */
public final class CertifiedServer {

    private CertifiedServer() {}

    /** @param arguments a directory for the certificates, and the address at which to listen */
    public static void main(String[] arguments) throws Exception {
        InetAddress host = InetAddress.getByName(arguments[1]);
        Certificates certificates = Certificates.in(Path.of(arguments[0]));
        certificates.authority("shop");
        certificates.authority("stranger");
        certificates.sign("shop", "server", "uri:spiffe://shop/server,dns:localhost,ip:" + host.getHostAddress());
        certificates.sign("shop", "till", "uri:spiffe://shop/till");
        certificates.sign("shop", "desk", "uri:spiffe://shop/desk");
        certificates.sign("stranger", "thief", "uri:spiffe://shop/till");
        GrpcTransport door = GrpcTransport.builder()
                .certificate(certificates.certificate("server"), certificates.key())
                .trust(certificates.certificate("shop"))
                .listen(host, 0)
                .build();
        try (Endpoint endpoint =
                Endpoint.builder().name("calculators").transport(door).open()) {
            endpoint.export(Calculator.class, new Calculator.Simple());
            endpoint.export(Calculator.class, new Calculator.Simple(), "restricted", Set.of("spiffe://shop/till"));
            endpoint.export(Calculator.class, new Calculator.Simple(), "unix:within");
            System.out.println(door.port());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}

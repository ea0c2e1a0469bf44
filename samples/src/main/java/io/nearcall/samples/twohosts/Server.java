// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.twohosts;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.grpc.GrpcTransport;
import java.nio.file.Path;

/**
 * Offers the exchange until it is stopped: without arguments to processes of this host, and with a port to other hosts too.
 * The further arguments are the files of its certificate, of its key, and of the certificates that it trusts.
 */
public final class Server {

    private Server() {}

    public static void main(String[] args) throws Exception {
        EndpointBuilder builder = Endpoint.builder();
        if (args.length > 0) {
            builder.transport(GrpcTransport.builder() // this is all that other hosts need
                    .listen(Integer.parseInt(args[0]))
                    .certificate(Path.of(args[1]), Path.of(args[2]))
                    .trust(Path.of(args[3]))
                    .build());
        }
        try (Endpoint endpoint = builder.open()) {
            endpoint.export(Exchange.class, new TradingFloor());
            System.out.println("The exchange is open to " + (args.length > 0 ? "all hosts." : "this host."));
            endpoint.awaitClose();
        }
    }
}

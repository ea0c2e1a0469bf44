// SPDX-License-Identifier: Apache-2.0
package shop;

import io.nearcall.Endpoint;
import io.nearcall.grpc.GrpcTransport;

/** The README's server, which also takes sessions over gRPC. */
class RemoteServer {

    public static void main(String[] args) throws InterruptedException {
        GrpcTransport door =
                GrpcTransport.builder().listen(Integer.getInteger("shop.port")).build();
        try (Endpoint endpoint = Endpoint.builder().transport(door).open()) {
            endpoint.export(Greetings.class, name -> "Hello, " + name, "greetings");
            endpoint.awaitClose();
        }
    }
}

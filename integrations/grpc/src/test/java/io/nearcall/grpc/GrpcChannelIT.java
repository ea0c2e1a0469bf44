// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs the contract that ipc-native has for all channels, for lanes that go through sessions over gRPC: some of it, and all with
 * -Pfull.
 */
class GrpcChannelIT {

    private static int freePort() throws Exception {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    @Test
    @Timeout(600)
    void shouldKeepTheContractOfChannels() throws Exception {
        String port = GrpcLanes.PORT_OPTION + freePort();
        new OtherTests("ipc-native", Map.of())
                .option(port)
                .option("-Dnearcall.test.provider=" + GrpcLanes.class.getName())
                .option("-Dnearcall.test.peer.options=" + port + " " + GrpcLanes.PEER_OPTION)
                .select("--select-class", "io.nearcall.ipc.channel.ForeignChannel")
                .select("--include-methodname", System.getProperty("contract", ".*"))
                .run(Path.of("target/channel-contract.log"));
    }
}

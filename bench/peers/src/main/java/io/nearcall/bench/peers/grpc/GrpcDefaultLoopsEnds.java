// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers.grpc;

/** gRPC with the number of event loops that Netty makes by default. */
public final class GrpcDefaultLoopsEnds extends GrpcEnds {

    @Override
    int loopCount() {
        return 0;
    }
}

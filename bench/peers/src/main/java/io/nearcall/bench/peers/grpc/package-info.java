// SPDX-License-Identifier: Apache-2.0
/** The calls as gRPC carries them, without Protocol Buffers. */
package io.nearcall.bench.peers.grpc;

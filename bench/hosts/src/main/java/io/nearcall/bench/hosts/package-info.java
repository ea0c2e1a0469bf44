// SPDX-License-Identifier: Apache-2.0
/**
 * What {@code bench/run --hosts} measures: calls between hosts beside unary calls of gRPC, both with mutual TLS, and beside
 * bare sockets.
 */
package io.nearcall.bench.hosts;

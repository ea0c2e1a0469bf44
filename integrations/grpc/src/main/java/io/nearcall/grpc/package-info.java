// SPDX-License-Identifier: Apache-2.0
/** Calls between hosts, in sessions over gRPC. */
package io.nearcall.grpc;

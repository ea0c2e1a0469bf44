// SPDX-License-Identifier: Apache-2.0
/** A transport between hosts, whose sessions are gRPC streams. */
package io.nearcall.grpc;

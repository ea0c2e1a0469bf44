// SPDX-License-Identifier: Apache-2.0
/** A service that is called on this host through shared memory, and on another one through gRPC. */
package io.nearcall.samples.twohosts;

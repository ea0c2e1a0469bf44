// SPDX-License-Identifier: Apache-2.0
/** The thread of an endpoint that reads all control sockets, notices deaths, and runs timed tasks. */
package io.nearcall.internal.monitor;

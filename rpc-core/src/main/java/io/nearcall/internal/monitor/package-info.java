// SPDX-License-Identifier: Apache-2.0
/** The thread of an endpoint that reads all control sockets, notices deaths, and does what is due at a time. */
package io.nearcall.internal.monitor;

// SPDX-License-Identifier: Apache-2.0
/** Connections to other hosts: a session of a transport, as a control socket and lanes. */
package io.nearcall.internal.remote;

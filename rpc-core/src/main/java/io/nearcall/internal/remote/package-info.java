// SPDX-License-Identifier: Apache-2.0
/** Connections to other hosts: a session of a transport takes the place of a control socket and lanes. */
package io.nearcall.internal.remote;

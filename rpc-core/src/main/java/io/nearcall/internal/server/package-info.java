// SPDX-License-Identifier: Apache-2.0
/** The serving side: the lanes that a peer calls through, and the threads that run its calls. */
package io.nearcall.internal.server;

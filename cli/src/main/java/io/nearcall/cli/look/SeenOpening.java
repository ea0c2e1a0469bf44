// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import java.time.Instant;

/**
 * An event of a flight recording about a connection that begins.
 *
 * @param initiator whether by the side that has made it
 */
record SeenOpening(String connection, boolean initiator, Instant time) {}

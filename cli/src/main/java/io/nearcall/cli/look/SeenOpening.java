// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import java.time.Instant;

/**
 * An event of a flight recording about the beginning of a connection.
 *
 * @param initiator whether the side that made the connection recorded it
 */
record SeenOpening(String connection, boolean initiator, Instant time) {}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.ConnectionLostException.Loss;

/**
 * Why a connection has ended.
 *
 * @param byUs whether this side closed its endpoint
 * @param nothingMoreTaken whether it is certain that the peer takes no further calls: it is dead, or it said goodbye
 */
record ConnectionEnd(Loss loss, boolean byUs, boolean nothingMoreTaken, String detail) {}

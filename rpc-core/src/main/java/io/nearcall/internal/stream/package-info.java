// SPDX-License-Identifier: Apache-2.0
/** Iterators, streams and publishers of one side, whose elements the other side fetches as it consumes them. */
package io.nearcall.internal.stream;

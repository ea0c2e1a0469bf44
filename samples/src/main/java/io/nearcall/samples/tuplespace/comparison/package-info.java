// SPDX-License-Identifier: Apache-2.0
/** The comparison in the last line of the tuple space's master: the same two calls over Java RMI. */
package io.nearcall.samples.tuplespace.comparison;

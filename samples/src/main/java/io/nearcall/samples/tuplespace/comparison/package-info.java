// SPDX-License-Identifier: Apache-2.0
/** What the last line of the tuple space's master is made with: the same two calls over Java RMI. */
package io.nearcall.samples.tuplespace.comparison;

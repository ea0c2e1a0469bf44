// SPDX-License-Identifier: Apache-2.0
/** The comparison in the last line of the quickstart's client: the same calls over Java RMI, and the floor. */
package io.nearcall.samples.quickstart.comparison;

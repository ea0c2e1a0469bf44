// SPDX-License-Identifier: Apache-2.0
/** What the last line of the quickstart's client is made with: the same calls over Java RMI, and the floor. */
package io.nearcall.samples.quickstart.comparison;

// SPDX-License-Identifier: Apache-2.0
/** Measures Nearcall beside Java RMI and beside the floor; started by {@code bench/run}. */
package io.nearcall.bench;

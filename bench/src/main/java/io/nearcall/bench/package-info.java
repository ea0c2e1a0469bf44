// SPDX-License-Identifier: Apache-2.0
/** Measures Nearcall, Java RMI and the floor side by side. {@code bench/run} starts it. */
package io.nearcall.bench;

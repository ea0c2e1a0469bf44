// SPDX-License-Identifier: Apache-2.0
/** Round trips between two JVMs, in bursts of each mechanism that take turns. */
package io.nearcall.bench.papers.trips;

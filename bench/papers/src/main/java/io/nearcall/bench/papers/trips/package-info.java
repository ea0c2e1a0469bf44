// SPDX-License-Identifier: Apache-2.0
/** Round trips between two JVMs. The bursts of the mechanisms take turns. */
package io.nearcall.bench.papers.trips;

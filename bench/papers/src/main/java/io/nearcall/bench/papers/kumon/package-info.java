// SPDX-License-Identifier: Apache-2.0
/**
 * What {@code bench/run --kumon} measures: the experiment of Kumo&#324; 2017 with Java on one side and C++ on the other, in both
 * directions, and Nearcall beside it.
 */
package io.nearcall.bench.papers.kumon;

// SPDX-License-Identifier: Apache-2.0
/** The page of the papers: each experiment's table, plot and sentences, and the targets. */
package io.nearcall.bench.papers.report;

// SPDX-License-Identifier: Apache-2.0
/** What is printed and written at the end of a run: the table, the verdicts and results.json. */
package io.nearcall.bench.report;

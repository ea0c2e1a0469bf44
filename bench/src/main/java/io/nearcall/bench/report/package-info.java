// SPDX-License-Identifier: Apache-2.0
/** What is printed and written at the end: the table, the verdicts and results.json. */
package io.nearcall.bench.report;

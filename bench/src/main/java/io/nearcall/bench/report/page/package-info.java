// SPDX-License-Identifier: Apache-2.0
/** The report as one HTML file that needs nothing but itself. */
package io.nearcall.bench.report.page;

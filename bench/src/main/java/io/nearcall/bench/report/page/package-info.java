// SPDX-License-Identifier: Apache-2.0
/** The report as one HTML file without any other files. */
package io.nearcall.bench.report.page;

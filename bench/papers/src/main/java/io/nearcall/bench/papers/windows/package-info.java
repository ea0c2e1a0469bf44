// SPDX-License-Identifier: Apache-2.0
/** The mechanisms of Windows that Smith and Wells measured, between two JVMs under Wine. */
package io.nearcall.bench.papers.windows;

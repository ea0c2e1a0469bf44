// SPDX-License-Identifier: Apache-2.0
/** The figures of the papers, each with its source. */
package io.nearcall.bench.papers.published;

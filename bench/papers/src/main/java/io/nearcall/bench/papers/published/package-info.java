// SPDX-License-Identifier: Apache-2.0
/** What the papers say: figures only, each with its source. */
package io.nearcall.bench.papers.published;

// SPDX-License-Identifier: Apache-2.0
/** Moves bytes from one JVM to another and back: each mechanism of the papers, with both of its sides. */
package io.nearcall.bench.papers.mechanism;

// SPDX-License-Identifier: Apache-2.0
/** How bytes of one JVM come to another one and back: each mechanism of the papers, with both of its sides. */
package io.nearcall.bench.papers.mechanism;

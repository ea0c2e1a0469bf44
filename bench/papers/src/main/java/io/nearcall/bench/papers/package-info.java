// SPDX-License-Identifier: Apache-2.0
/** {@code bench/run --papers}: repeats what papers measured of Java's ways to another process, and compares. */
package io.nearcall.bench.papers;

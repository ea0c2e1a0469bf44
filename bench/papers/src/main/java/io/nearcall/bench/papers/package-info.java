// SPDX-License-Identifier: Apache-2.0
/** {@code bench/run --papers}: what papers measured of Java's ways to another process, measured again and set beside it. */
package io.nearcall.bench.papers;

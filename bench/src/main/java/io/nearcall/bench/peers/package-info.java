// SPDX-License-Identifier: Apache-2.0
/** Other libraries that carry the same work between two JVMs, for {@code bench/run --peers}; their ends are a module of their own. */
package io.nearcall.bench.peers;

// SPDX-License-Identifier: Apache-2.0
/** Other libraries that do the same work in a run with {@code --peers}. Their two ends are a module of their own. */
package io.nearcall.bench.peers;

// SPDX-License-Identifier: Apache-2.0
/** Calls under load: many callers, many messages, many connections, busy neighbours. Targets judge each of them. */
package io.nearcall.bench.load;

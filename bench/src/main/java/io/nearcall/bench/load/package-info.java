// SPDX-License-Identifier: Apache-2.0
/** What many callers, many messages, many connections and busy neighbours do to calls; each judged by a target. */
package io.nearcall.bench.load;

// SPDX-License-Identifier: Apache-2.0
/** What a call costs while something is switched on that looks at calls: {@code bench/run --switches}. */
package io.nearcall.bench.switches;

// SPDX-License-Identifier: Apache-2.0
/** Who waits for whom, across processes: what each shows of its threads, and the cycles that are found in that. */
package io.nearcall.internal.waits;

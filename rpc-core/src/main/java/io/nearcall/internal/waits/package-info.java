// SPDX-License-Identifier: Apache-2.0
/** Which threads wait for which, across processes: each process shows its threads, and cycles are found from these. */
package io.nearcall.internal.waits;

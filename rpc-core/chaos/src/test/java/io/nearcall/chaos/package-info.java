// SPDX-License-Identifier: Apache-2.0
/** Counted faults: killed peers, hostile peers, races and shortages, each with a figure. */
package io.nearcall.chaos;

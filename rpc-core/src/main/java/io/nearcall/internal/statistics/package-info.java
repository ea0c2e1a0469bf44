// SPDX-License-Identifier: Apache-2.0
/** What an endpoint counts, in memory that other processes can read while it runs, is stopped, or has died. */
package io.nearcall.internal.statistics;

// SPDX-License-Identifier: Apache-2.0
/** The statistics of an endpoint, in memory that other processes can read while it runs, is stopped, or has died. */
package io.nearcall.internal.statistics;

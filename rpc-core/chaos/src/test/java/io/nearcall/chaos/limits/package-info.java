// SPDX-License-Identifier: Apache-2.0
/** Rows that use up a resource as far as a permitted peer may, and measure the calls of others. */
package io.nearcall.chaos.limits;

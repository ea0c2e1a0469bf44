// SPDX-License-Identifier: Apache-2.0
/** Rows that take all of a resource that a permitted peer may have, and look at what is left for the others. */
package io.nearcall.chaos.limits;

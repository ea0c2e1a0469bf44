// SPDX-License-Identifier: Apache-2.0
/**
 * What {@code bench/run --fleet} finds: how many clients share many servers, in a simulation that runs the decisions of the
 * product in virtual time; and what a session costs, measured with real ones.
 */
package io.nearcall.bench.fleet;

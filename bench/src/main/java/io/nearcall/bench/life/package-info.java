// SPDX-License-Identifier: Apache-2.0
/** Calls as programs make them: paced, from a cold start, and where client and server share CPUs. */
package io.nearcall.bench.life;

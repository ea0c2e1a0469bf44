// SPDX-License-Identifier: Apache-2.0
/** Calls as programs make them: paced, from a cold start, and where client and server have to share the CPUs. */
package io.nearcall.bench.life;

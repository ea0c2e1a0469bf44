// SPDX-License-Identifier: Apache-2.0
/** The floor: what two JVMs can do at best through shared memory, with no calls in between. */
package io.nearcall.bench.floor;

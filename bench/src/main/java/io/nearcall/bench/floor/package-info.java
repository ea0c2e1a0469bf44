// SPDX-License-Identifier: Apache-2.0
/** The floor: the best that two JVMs can do through shared memory without calls. */
package io.nearcall.bench.floor;

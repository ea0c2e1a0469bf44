// SPDX-License-Identifier: Apache-2.0
/** How time, allocation and CPU are measured; the same for every system. */
package io.nearcall.bench.measure;

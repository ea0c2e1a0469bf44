// SPDX-License-Identifier: Apache-2.0
/** Measures time, allocation and CPU, in the same way for every system. */
package io.nearcall.bench.measure;

// SPDX-License-Identifier: Apache-2.0
/** Observers of calls: listeners for metrics, interceptors for identity and traces. */
package io.nearcall.spi;

// SPDX-License-Identifier: Apache-2.0
/**
 * Observers of calls, and transports to other hosts. Listeners serve metrics, interceptors serve identity and traces.
 */
package io.nearcall.spi;

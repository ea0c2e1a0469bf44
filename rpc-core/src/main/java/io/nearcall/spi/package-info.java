// SPDX-License-Identifier: Apache-2.0
/** What looks at calls without being called: listeners for metrics, interceptors for identity and traces. */
package io.nearcall.spi;

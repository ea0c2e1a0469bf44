// SPDX-License-Identifier: Apache-2.0
/** Puts listeners and interceptors around calls, where an endpoint has any. */
package io.nearcall.internal.hooks;

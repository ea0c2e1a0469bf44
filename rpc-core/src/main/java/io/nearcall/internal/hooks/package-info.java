// SPDX-License-Identifier: Apache-2.0
/** Puts listeners and interceptors around calls, if the endpoint has any. */
package io.nearcall.internal.hooks;

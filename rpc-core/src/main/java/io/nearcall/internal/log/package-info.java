// SPDX-License-Identifier: Apache-2.0
/** The messages that the library logs with {@link java.lang.System.Logger}. */
package io.nearcall.internal.log;

// SPDX-License-Identifier: Apache-2.0
/** What the library has to say of itself, by {@link java.lang.System.Logger}. */
package io.nearcall.internal.log;

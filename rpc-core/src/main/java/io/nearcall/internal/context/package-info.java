// SPDX-License-Identifier: Apache-2.0
/** What travels with calls besides their arguments: the remaining time, and metadata. */
package io.nearcall.internal.context;

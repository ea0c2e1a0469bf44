// SPDX-License-Identifier: Apache-2.0
/** Other users, and those who want a name that is taken. */
package io.nearcall.chaos.strangers;

// SPDX-License-Identifier: Apache-2.0
/** Other users, and processes that claim a name that is taken. */
package io.nearcall.chaos.strangers;

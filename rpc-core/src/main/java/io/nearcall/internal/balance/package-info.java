// SPDX-License-Identifier: Apache-2.0
/** Which servers a client is connected to, and which of them it calls: decisions without a clock, threads or sessions. */
package io.nearcall.internal.balance;

// SPDX-License-Identifier: Apache-2.0
/** What the processes that use {@code io.nearcall.rmi} say to each other. */
package io.nearcall.internal.rmi;

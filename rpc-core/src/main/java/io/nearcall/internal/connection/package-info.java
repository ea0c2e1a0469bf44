// SPDX-License-Identifier: Apache-2.0
/** The pair of endpoints that talk: the thread that watches it, and what begins and ends with it. */
package io.nearcall.internal.connection;

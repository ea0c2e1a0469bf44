// SPDX-License-Identifier: Apache-2.0
/** The connection of two endpoints: the thread that watches it, and the objects that begin and end with it. */
package io.nearcall.internal.connection;

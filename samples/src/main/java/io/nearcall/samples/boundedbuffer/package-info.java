// SPDX-License-Identifier: Apache-2.0
/** A baker and his customers, each a JVM, with a shelf between them that all of them have in their memory. */
package io.nearcall.samples.boundedbuffer;

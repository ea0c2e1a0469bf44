// SPDX-License-Identifier: Apache-2.0
/** A baker and customers, each in its own JVM. They share a shelf that lies in the memory of all of them. */
package io.nearcall.samples.boundedbuffer;

// SPDX-License-Identifier: Apache-2.0
/** A log that is searched, read and followed from another JVM, as far as its reader wants to. */
package io.nearcall.samples.streams;

// SPDX-License-Identifier: Apache-2.0
/** A log that another JVM searches, reads and follows, as far as it wants to. */
package io.nearcall.samples.streams;

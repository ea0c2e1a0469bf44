// SPDX-License-Identifier: Apache-2.0
/** Objects that are written to a stream over shared memory and read in another JVM, without a call. */
package io.nearcall.samples.streamsclassic;

// SPDX-License-Identifier: Apache-2.0
/** A Linda tuple space in its own JVM, with workers. One worker is killed, and its work is not lost. */
package io.nearcall.samples.tuplespace;

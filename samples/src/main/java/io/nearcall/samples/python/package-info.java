// SPDX-License-Identifier: Apache-2.0
/** A service in Python. Java calls it, it calls Java back, and it calls a Java service. */
package io.nearcall.samples.python;

// SPDX-License-Identifier: Apache-2.0
/** A service in Python that is called from Java, calls back, and calls a service of Java. */
package io.nearcall.samples.python;

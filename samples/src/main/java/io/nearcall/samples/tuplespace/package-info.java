// SPDX-License-Identifier: Apache-2.0
/** A Linda tuple space in a JVM of its own, and workers of which one is killed without its work being lost. */
package io.nearcall.samples.tuplespace;

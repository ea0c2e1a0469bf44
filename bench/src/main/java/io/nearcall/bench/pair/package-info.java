// SPDX-License-Identifier: Apache-2.0
/** A server JVM and a client JVM that talk, and the process that starts and commands them. */
package io.nearcall.bench.pair;

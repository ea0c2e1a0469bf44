// SPDX-License-Identifier: Apache-2.0
/** A server JVM and a client JVM that talk, and the process that starts them and tells them what to do. */
package io.nearcall.bench.pair;

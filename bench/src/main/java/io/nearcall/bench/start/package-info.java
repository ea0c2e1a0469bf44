// SPDX-License-Identifier: Apache-2.0
/** Cold starts: how long a fresh client JVM takes to its first result, and with what. */
package io.nearcall.bench.start;

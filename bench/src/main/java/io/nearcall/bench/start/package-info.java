// SPDX-License-Identifier: Apache-2.0
/** Cold starts: how long a fresh client JVM takes until its first result, and for what. */
package io.nearcall.bench.start;

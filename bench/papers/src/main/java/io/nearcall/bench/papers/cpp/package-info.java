// SPDX-License-Identifier: Apache-2.0
/** What {@code bench/run --cpp} measures: calls between Java and C++, beside calls from Java to Java. */
package io.nearcall.bench.papers.cpp;

// SPDX-License-Identifier: Apache-2.0
/** JMH benchmarks of the parts of a call, each beside a baseline; started by {@code bench/jmh}. */
package io.nearcall.bench.micro;

// SPDX-License-Identifier: Apache-2.0
/** JMH benchmarks of the parts of a call, each beside a baseline. {@code bench/jmh} starts them. */
package io.nearcall.bench.micro;

// SPDX-License-Identifier: Apache-2.0
/** The plain ways of the papers, that the library's are measured against: a message is copied at each step. */
package io.nearcall.bench.papers.yardstick;

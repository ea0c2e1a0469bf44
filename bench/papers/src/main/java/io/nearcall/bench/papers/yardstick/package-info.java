// SPDX-License-Identifier: Apache-2.0
/** The plain ways of the papers, with which the library's ways are compared: a message is copied at each step. */
package io.nearcall.bench.papers.yardstick;

// SPDX-License-Identifier: Apache-2.0
/** What samples that take a while show on the terminal. */
package io.nearcall.samples.progress;

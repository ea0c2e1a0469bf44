// SPDX-License-Identifier: Apache-2.0
/** A progress bar for samples that take a while. */
package io.nearcall.samples.progress;

// SPDX-License-Identifier: Apache-2.0
/** Counts words with several worker JVMs: a small tool that spreads its work by remote calls. */
package io.nearcall.samples.wordcount;

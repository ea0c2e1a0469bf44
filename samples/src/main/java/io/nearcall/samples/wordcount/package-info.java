// SPDX-License-Identifier: Apache-2.0
/** Counts words with several worker JVMs: a small tool whose work is spread by remote calls. */
package io.nearcall.samples.wordcount;

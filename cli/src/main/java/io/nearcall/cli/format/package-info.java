// SPDX-License-Identifier: Apache-2.0
/** Writes descriptions, in Java and in other languages. */
package io.nearcall.cli.format;

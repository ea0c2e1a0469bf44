// SPDX-License-Identifier: Apache-2.0
/** Writes headers for C. */
package io.nearcall.cli.c;

// SPDX-License-Identifier: Apache-2.0
/** Writes modules for Python. */
package io.nearcall.cli.python;

// SPDX-License-Identifier: Apache-2.0
/** The command nearcall. */
package io.nearcall.cli;

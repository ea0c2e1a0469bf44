// SPDX-License-Identifier: Apache-2.0
/** Checks of what Nearcall needs of its host, each with what to do. */
package io.nearcall.cli.doctor;

// SPDX-License-Identifier: Apache-2.0
/** Converts arguments and results of calls from and to JSON. */
package io.nearcall.cli.value;

// SPDX-License-Identifier: Apache-2.0
/** A measurement that takes a few seconds. */
package io.nearcall.cli.bench;

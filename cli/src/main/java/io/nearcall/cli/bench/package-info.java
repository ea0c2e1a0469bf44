// SPDX-License-Identifier: Apache-2.0
/** A measurement of a few seconds. */
package io.nearcall.cli.bench;

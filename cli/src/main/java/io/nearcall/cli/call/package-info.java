// SPDX-License-Identifier: Apache-2.0
/** A call of a method that has a name and arguments in JSON only. */
package io.nearcall.cli.call;

// SPDX-License-Identifier: Apache-2.0
/** Calls a method by its name, with arguments in JSON. */
package io.nearcall.cli.call;

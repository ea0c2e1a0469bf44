// SPDX-License-Identifier: Apache-2.0
/**
 * Turns an interface into a stub, a skeleton and a method table, and a class of values into a codec. The package knows
 * calls, but does not know how they travel.
 */
package io.nearcall.codegen;

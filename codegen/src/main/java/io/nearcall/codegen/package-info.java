// SPDX-License-Identifier: Apache-2.0
/** Turns an interface into a stub class, a skeleton class and a method table; knows calls, but not how they travel. */
package io.nearcall.codegen;

// SPDX-License-Identifier: Apache-2.0
/** The first calls of a fresh pair of JVMs: how soon a program is fast. */
package io.nearcall.bench.curve;

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test.allowed;

/** A record of a package that the tests allow as a whole. */
public record Crate(String content, int count) {}

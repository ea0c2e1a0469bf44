// SPDX-License-Identifier: Apache-2.0
package even;

/** A class of another package, whose simple name a class of Odd has, too. */
public record Left(int size) {}

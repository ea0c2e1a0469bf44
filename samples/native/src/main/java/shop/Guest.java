// SPDX-License-Identifier: Apache-2.0
package shop;

/** A value, whose codec the build generates. */
public record Guest(String name) {}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.model;

/** A parameter of a remote method. @param form its letter in the wire form */
public record Parameter(String name, TypeUse type, char form) {}

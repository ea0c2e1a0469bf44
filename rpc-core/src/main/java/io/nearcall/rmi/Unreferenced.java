// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

/** Takes the place of {@link java.rmi.server.Unreferenced}. Objects that implement that interface are told too. */
public interface Unreferenced extends io.nearcall.Unreferenced {}

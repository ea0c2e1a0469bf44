// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

/** In place of {@link java.rmi.server.Unreferenced}, which is told likewise. */
public interface Unreferenced extends io.nearcall.Unreferenced {}

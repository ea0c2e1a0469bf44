// SPDX-License-Identifier: Apache-2.0
/**
 * The names that a program uses which was written for Java RMI, so that it moves by changing imports. Its interfaces keep
 * extending {@link java.rmi.Remote}, its methods keep throwing {@link java.rmi.RemoteException}. Any thread may use all that is
 * here. See {@code docs/guide/from-rmi.md}.
 */
package io.nearcall.rmi;

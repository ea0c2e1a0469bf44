// SPDX-License-Identifier: Apache-2.0
/**
 * Classes with the names of Java RMI, so that a program that was written for it moves by changing imports. Its
 * interfaces still extend {@link java.rmi.Remote}, and its methods still throw {@link java.rmi.RemoteException}. Any
 * thread may use this package. See {@code docs/guide/from-rmi.md}.
 */
package io.nearcall.rmi;

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.rmi;

/**
 * Where a bound object is.
 *
 * @param host the service name of the {@link ObjectHost} of its process
 * @param id what the object is asked for there
 */
public record Place(String host, String id) {}

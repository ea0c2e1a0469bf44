// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import java.lang.reflect.Type;

/**
 * A parameter of a remote method, or its result.
 *
 * @param declared the erasure of the declared type
 * @param type the declared type, with the type variables of generic super-interfaces replaced. For the result of an
 *     asynchronous method, the type of the future's value. For the result of a {@code void} method, {@code void.class}
 * @param isByReference whether the object travels as a reference because the method says so
 * @param isByValue whether the object travels by value because the method says so
 * @param isStreamed whether the value is a stream, whose elements are fetched
 */
public record RemoteValue(Class<?> declared, Type type, boolean isByReference, boolean isByValue, boolean isStreamed) {}

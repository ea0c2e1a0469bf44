// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Passes a parameter, or the result of a method, by reference, as if its interface were a {@link RemoteObject}. Meant
 * for interfaces that cannot be annotated, such as {@link Runnable} and {@link java.util.function.Consumer}.
 */
@Documented
@Target({ElementType.PARAMETER, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface ByRef {}

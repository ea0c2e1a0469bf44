// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a parameter, or on a method for its result: the other side gets a copy of the object, though its class implements a
 * {@link RemoteObject} interface. Says so for that object only: remote objects among its fields are references as ever. If
 * the declared type is not the class itself, both sides have to allow the class, with {@link EndpointBuilder#allow}. Where
 * the same object occurs again in the same call's arguments, it is the same copy. A stub has no value, and is refused with
 * a {@link ClassNotAllowedException}.
 */
@Documented
@Target({ElementType.PARAMETER, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface ByValue {}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Passes a parameter, or the result of a method, as a copy, although its class implements a {@link RemoteObject}
 * interface. This applies to that object only: remote objects among its fields are still passed by reference. If the
 * declared type is not the class itself, both sides must allow the class with {@link EndpointBuilder#allow}. If the
 * object occurs again in the arguments of the same call, it is the same copy. A stub has no value and is refused with a
 * {@link EncodingException}.
 */
@Documented
@Target({ElementType.PARAMETER, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface ByValue {}

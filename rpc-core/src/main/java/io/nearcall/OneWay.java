// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a {@code void} method that returns to the caller once the call is sent. There is no answer: neither its end nor
 * an exception of the remote method reaches the caller. If the other side does not keep up, sending waits, up to the
 * {@link Deadline}; what fails until the call is sent is thrown.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OneWay {}

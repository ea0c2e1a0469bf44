// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a {@code void} method that returns to the caller once the call is sent. There is no answer: neither its end nor
 * an exception of the remote method reaches the caller; the other side logs what it throws. If that does not keep up,
 * sending waits, up to the {@link Deadline}; so does the first call to an object of another interface than those before,
 * which asks the other side for the numbers of its methods. What fails until the call is sent is thrown.
 *
 * <p>A thread's next call that waits for its answer comes after its one-way calls. This holds for calls from within a method
 * to an object of its caller, too, as far as they are calls of the same object: a one-way method of such an object should not
 * need a lock that the caller holds while he waits.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OneWay {}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that running the method twice does no harm. A call may therefore be repeated if the connection to its
 * service is lost: the process dies, or it closes or breaks the connection. On an interface, the annotation applies to
 * all methods whose callers wait for the answer.
 *
 * <p>A call that is repeated, or that finds the service gone, waits for the service to come back, at most until the
 * call's deadline. The deadline runs from the first attempt. The method may run up to four times, and there are at most
 * 16 attempts. Calls are repeated only on a service that was looked up, because an object that came as a reference does
 * not come back. A call that ends in any other way, such as by its deadline or an interruption, is not repeated.
 *
 * <p>If the last attempt fails too, its exception covers all attempts: it says that the method may have run if any
 * attempt may have run it. Arguments are written anew for each attempt, so they must not change during the call.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Idempotent {}

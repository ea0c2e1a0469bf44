// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that running the method twice does no harm, so that a call may be repeated when the connection to its service is
 * lost: when the process dies, closes or breaks the connection. On an interface it goes for all methods of it whose callers
 * wait for the answer.
 *
 * <p>A call that is repeated, or that finds the service gone, waits for it to come back, until the call's deadline,
 * which runs from the first attempt on. The method may run up to four times. Calls are repeated only on a service that
 * was looked up: an object that came as a reference does not come back. A call that ends in any other way, such as by
 * its deadline or an interruption, is not repeated. If the last attempt fails as well, the caller is told what is true
 * of all of them: that the method may have run, if it may have run once. Arguments are written anew each time, so they
 * must not change during the call.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Idempotent {}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that runs on when its caller has given up, because his deadline has passed, he was interrupted or
 * cancelled a future, or the connection has ended: its thread is not interrupted. An interrupt closes the file channel that
 * a thread is using, for one. The method can still ask {@link Caller#isCancelled()}, and does not begin at all for a
 * caller who gave up before. A stage that it has returned is cancelled all the same.
 *
 * <p>It is the implementation that knows, so the annotation belongs on its method, or on its class for all of them; on an
 * interface or a method of it, it holds for every implementation.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Uninterruptible {}

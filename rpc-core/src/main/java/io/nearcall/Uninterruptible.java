// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method whose thread is not interrupted when its caller gives up. A caller gives up when its deadline has
 * passed, when it is interrupted or cancels a future, or when the connection has ended. An interrupt can do harm: it
 * closes a file channel that the thread is using, for example. The method can still ask {@link Caller#isCancelled()}.
 * The method does not begin at all if its caller gave up before. A stage that it has returned is still cancelled.
 *
 * <p>Put the annotation on the method of the implementation, or on the class for all its methods: only the
 * implementation knows whether it may be interrupted. On an interface or its method, the annotation applies to every
 * implementation.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Uninterruptible {}

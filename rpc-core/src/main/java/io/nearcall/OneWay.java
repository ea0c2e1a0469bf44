// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a {@code void} method whose calls return when they are sent. There is no answer: neither the end of the method
 * nor an exception that it throws reaches the caller. The other side logs the exception. If the other side does not
 * keep up, sending waits, up to the {@link Deadline}. The first call to an object of a further interface waits in the
 * same way, because it asks the other side for the numbers of the interface's methods. A failure before the call is
 * sent is thrown to the caller.
 *
 * <p>The thread's next call that waits for an answer runs after the thread's one-way calls. This also holds for calls
 * from within a method to an object of its caller, if they are calls of the same object. So a one-way method of such an
 * object should not need a lock that the caller holds while it waits.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OneWay {}

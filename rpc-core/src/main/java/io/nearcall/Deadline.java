// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How long a caller waits for the answer before it gets a {@link DeadlineExceededException}. On a method it overrides
 * the one of its interface, and that one overrides the endpoint's default. Counts on the caller's side, whatever the
 * serving side's version of the interface says. Waiting for a free lane, or for a service that was restarted, counts too.
 * A {@link Context} can shorten it where a call is made. What is left of it goes along with the call.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Deadline {

    /** A number and its unit, as in {@code "250us"}, {@code "20ms"}, {@code "1.5s"} or {@code "2m"}; or {@code "NONE"}. */
    String value();
}

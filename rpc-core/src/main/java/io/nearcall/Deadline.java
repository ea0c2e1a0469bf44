// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets how long a caller waits for the answer before it gets a {@link DeadlineExceededException}. The annotation on a
 * method overrides that on its interface, which overrides the endpoint's default. The caller's version of the interface
 * counts, whatever the version of the serving side says. The time includes waiting for a free lane, and for a service
 * that was restarted. A {@link Context} can shorten the deadline where a call is made. The remaining time travels with
 * the call.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Deadline {

    /**
     * A number and its unit, as in {@code "250us"}, {@code "20ms"}, {@code "1.5s"} or {@code "2m"}; or {@code "NONE"}
     * for no deadline.
     */
    String value();
}

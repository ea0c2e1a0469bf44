// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says what a field, a record component, an enum constant or a method of a remote interface was called in an earlier
 * version, so that a side with that version and this one go on understanding each other, both ways. The present name wins
 * where the other side has both.
 *
 * <pre>{@code
 * public record Item(@FormerName("code") String sku, int count) {}
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT, ElementType.METHOD})
public @interface FormerName {

    /** The names that it had, the latest first. */
    String[] value();
}

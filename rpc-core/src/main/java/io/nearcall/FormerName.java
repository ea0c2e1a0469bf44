// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names what a field, a record component, an enum constant or a method of a remote interface was called in an earlier
 * version. A side with that version and a side with this one then understand each other, in both directions. If the
 * other side has both names, the present name counts.
 *
 * <pre>{@code
 * public record Item(@FormerName("code") String sku, int count) {}
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT, ElementType.METHOD})
public @interface FormerName {

    /** The former names, the latest first. */
    String[] value();
}

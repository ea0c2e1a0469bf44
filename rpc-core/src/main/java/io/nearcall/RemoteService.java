// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks an interface whose implementations are exported under a name, to be looked up by other processes of the host. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface RemoteService {

    /** The service's name; the interface's simple name when empty. */
    String value() default "";
}

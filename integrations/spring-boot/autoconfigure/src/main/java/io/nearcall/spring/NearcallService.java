// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;
import org.springframework.stereotype.Component;

/**
 * Exports a bean to other processes of the host, and to other hosts if {@code nearcall.grpc.port} is set. On a class,
 * the annotation also makes the class a component. On a {@code @Bean} method, it exports the object that the method
 * returns. The bean is exported through all interfaces of its class that are annotated with {@link
 * io.nearcall.RemoteService}. The export begins when all other beans are ready, and ends when the context closes.
 *
 * <pre>{@code
 * @NearcallService
 * class OrdersInMemory implements Orders {}
 * }</pre>
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Component
public @interface NearcallService {

    /** The same as {@link #name}. */
    @AliasFor("name")
    String value() default "";

    /**
     * The name of the service, or its address, such as {@code fifo:orders}. The default is the name that the interface
     * gives. A bean that is exported through several interfaces cannot have a name of its own.
     */
    @AliasFor("value")
    String name() default "";

    /** The interfaces to export the bean through, instead of those with {@link io.nearcall.RemoteService}. */
    Class<?>[] types() default {};
}

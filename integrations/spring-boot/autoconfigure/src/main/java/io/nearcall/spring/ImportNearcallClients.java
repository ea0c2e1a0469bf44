// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import io.nearcall.spring.autoconfigure.ClientRegistrar;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;

/**
 * Makes beans of services of other processes, which are injected by the type of their interface. Put the annotation on
 * a configuration class, such as the application's.
 *
 * <pre>{@code
 * @ImportNearcallClients(basePackages = "shop.api")
 * @SpringBootApplication
 * class Shop {
 *     Shop(Orders orders) {}
 * }
 * }</pre>
 *
 * <p>The beans are stubs, without a proxy around them. They find their services with the first call, so that
 * applications start in any order. The property {@code nearcall.client.NAME.eager} makes the start of the context fail
 * if the service is not there. A bean of the application's own of the same type is preferred.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Import(ClientRegistrar.class)
public @interface ImportNearcallClients {

    /** The interfaces, each of which becomes a bean. They need no annotation. */
    Class<?>[] types() default {};

    /**
     * The packages in which, and below which, each interface with {@link io.nearcall.RemoteService} becomes a bean.
     * Without {@link #types} and packages, it is the package of the annotated class.
     */
    String[] basePackages() default {};
}

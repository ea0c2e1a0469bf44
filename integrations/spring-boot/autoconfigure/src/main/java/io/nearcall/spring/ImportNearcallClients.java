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
 * Makes a bean for each service of another process, to be injected by the type of its interface. Put the annotation on
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
 * <p>The beans are stubs, without a proxy around them. They find their services with the first call, so applications
 * can start in any order. The property {@code nearcall.client.NAME.eager} makes the start of the context fail if the
 * service is not there. If the application has a bean of the same type, that bean is preferred.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Import(ClientRegistrar.class)
public @interface ImportNearcallClients {

    /** The interfaces, each of which becomes a bean. They need no annotation. */
    Class<?>[] types() default {};

    /**
     * The packages to scan, including the packages below. Each interface with {@link io.nearcall.RemoteService} becomes
     * a bean. If neither {@link #types} nor packages are given, the package of the annotated class is scanned.
     */
    String[] basePackages() default {};
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.test;

import io.nearcall.spring.ImportNearcallClients;
import io.nearcall.spring.NearcallService;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Tests only the services of an application. The context has the beans with {@link NearcallService}, the endpoint, and
 * the clients of {@link ImportNearcallClients}, but no other components and no other auto-configuration. It has its own
 * directory, as {@link AutoConfigureNearcall} says. Provide other beans that the services need with
 * {@code @MockitoBean} or {@code @Import}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(NearcallTestBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(NearcallTypeExcludeFilter.class)
@AutoConfigureNearcall
public @interface NearcallTest {

    /** Properties as {@code key=value} pairs, to be added to the environment before the test runs. */
    String[] properties() default {};
}

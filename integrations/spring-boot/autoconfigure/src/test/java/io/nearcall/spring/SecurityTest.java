// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.RemoteFailure;
import io.nearcall.spi.ServerInterceptor;
import io.nearcall.spring.api.Clock;
import io.nearcall.spring.api.Greetings;
import io.nearcall.spring.autoconfigure.NearcallSecurityAutoConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.security.access.hierarchicalroles.RoleHierarchy;
import org.springframework.security.access.hierarchicalroles.RoleHierarchyImpl;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.context.SecurityContextHolder;

/** Beans that are exported, and secured by Spring Security. */
@Timeout(60)
class SecurityTest {

    @TempDir
    private Path directory;

    @Configuration
    @EnableMethodSecurity
    @ImportNearcallClients(types = {Greetings.class, Clock.class})
    static class Application {

        @Bean
        @NearcallService
        Greetings greetings() {
            return new OnlyForThisUser();
        }

        @Bean
        @NearcallService
        Clock clock() {
            return new ForNobody();
        }
    }

    static class OnlyForThisUser implements Greetings {
        @Override
        @PreAuthorize(
                "hasAuthority('UID_' + @environment.getProperty('test.uid')) and '' + principal.uid() == authentication.name")
        public String greet(String name) {
            return name + " called by "
                    + SecurityContextHolder.getContext()
                            .getAuthentication()
                            .getClass()
                            .getSimpleName();
        }
    }

    static class ForNobody implements Clock {
        @Override
        @PreAuthorize("hasRole('GUARD')")
        public long now() {
            return 12;
        }
    }

    private ApplicationContextRunner application() throws IOException {
        int uid = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        return Contexts.in(directory)
                .withConfiguration(AutoConfigurations.of(NearcallSecurityAutoConfiguration.class))
                .withPropertyValues("test.uid=" + uid)
                .withUserConfiguration(Application.class);
    }

    @Test
    void shouldKnowTheCallerInPreAuthorize() throws IOException {
        application().run(context -> {
            Greetings greetings = context.getBean(Greetings.class.getName(), Greetings.class);
            assertThat(greetings.greet("Ann")).isEqualTo("Ann called by CallerAuthentication");
            assertThat(SecurityContextHolder.getContext().getAuthentication()).isNull();
        });
    }

    @Test
    void shouldRefuseWhoMayNot() throws IOException {
        application().run(context -> {
            Clock clock = context.getBean(Clock.class.getName(), Clock.class);
            assertThatThrownBy(clock::now)
                    .isInstanceOf(RemoteFailure.class)
                    .hasMessageContaining("AuthorizationDeniedException");
        });
    }

    @Test
    void shouldTurnUsersIntoRoles() throws IOException {
        application().withUserConfiguration(Guards.class).run(context -> {
            Clock clock = context.getBean(Clock.class.getName(), Clock.class);
            assertThat(clock.now()).isEqualTo(12);
        });
    }

    @Configuration
    static class Guards {
        @Bean
        static RoleHierarchy roles(Environment environment) {
            return RoleHierarchyImpl.fromHierarchy("UID_" + environment.getProperty("test.uid") + " > ROLE_GUARD");
        }
    }

    @Test
    void shouldHaveNoInterceptorWithoutSpringSecurity() throws IOException {
        Contexts.in(directory)
                .withConfiguration(AutoConfigurations.of(NearcallSecurityAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(SecurityContextHolder.class))
                .run(context -> assertThat(context).doesNotHaveBean(ServerInterceptor.class));
    }
}

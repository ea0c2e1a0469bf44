// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Endpoint;
import io.nearcall.Remotes;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.spring.api.Clock;
import io.nearcall.spring.api.Greetings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that are exported, and beans of services, each in a context of its own. */
@Timeout(60)
class ServicesAndClientsTest {

    @TempDir
    private Path directory;

    @NearcallService
    static class Polite implements Greetings {
        @Override
        public String greet(String name) {
            return "Good day, " + name;
        }
    }

    @Configuration
    static class OneBeanMethod {
        @Bean
        @NearcallService(name = "unix:clock", types = Clock.class)
        Clock clock() {
            return () -> 12;
        }
    }

    @NearcallService("both")
    static class Both implements Greetings, Clock {
        @Override
        public String greet(String name) {
            return name;
        }

        @Override
        public long now() {
            return 0;
        }
    }

    @NearcallService
    static class Neither implements Runnable {
        @Override
        public void run() {}
    }

    @Configuration
    @ImportNearcallClients(basePackages = "io.nearcall.spring.api")
    static class Clients {}

    @Configuration
    @ImportNearcallClients(types = Clock.class)
    static class OneClient {}

    @Configuration
    static class OwnGreetings {
        @Bean
        Greetings own() {
            return name -> "My own " + name;
        }
    }

    private ApplicationContextRunner server() {
        return Contexts.in(directory).withUserConfiguration(Polite.class);
    }

    private ApplicationContextRunner client() {
        return Contexts.in(directory).withUserConfiguration(Clients.class);
    }

    @Test
    void shouldCallABeanOfAnotherContextThroughAPlainStub() {
        server().run(server -> client().run(client -> {
            Greetings greetings = client.getBean(Greetings.class);
            assertThat(greetings)
                    .hasSameClassAs(client.getBean(Endpoint.class).stub(Greetings.class, "greetings"))
                    .matches(Remotes::isStub);
            assertThat(greetings.greet("Ann")).isEqualTo("Good day, Ann");
            assertThat(client.getBean(Greetings.class)).isSameAs(greetings);
        }));
    }

    @Test
    void shouldStartBeforeItsServiceAndFindItLater() {
        client().run(client -> {
            Greetings greetings = client.getBean(Greetings.class);
            assertThatThrownBy(() -> greetings.greet("Ann")).isInstanceOf(ServiceNotFoundException.class);
            server().run(server -> assertThat(greetings.greet("Ann")).isEqualTo("Good day, Ann"));
            server().run(server -> assertThat(greetings.greet("Ben")).isEqualTo("Good day, Ben"));
        });
    }

    @Test
    void shouldExportWhatABeanMethodReturnsUnderAnAddress() {
        Contexts.in(directory)
                .withUserConfiguration(OneBeanMethod.class)
                .run(server -> Contexts.in(directory)
                        .withUserConfiguration(OneClient.class)
                        .withPropertyValues("nearcall.client.Clock.address=unix:clock")
                        .run(client ->
                                assertThat(client.getBean(Clock.class).now()).isEqualTo(12)));
    }

    @Test
    void shouldPreferABeanOfOnesOwn() {
        client().withUserConfiguration(OwnGreetings.class)
                .run(client ->
                        assertThat(client.getBean(Greetings.class).greet("Ann")).isEqualTo("My own Ann"));
    }

    @Test
    void shouldFailTheStartIfAnEagerClientFindsNoService() {
        ApplicationContextRunner eager = client().withPropertyValues("nearcall.client.greetings.eager=true");
        eager.run(client -> assertThat(client).getFailure().rootCause().isInstanceOf(ServiceNotFoundException.class));
        eager.run(client ->
                assertThat(client).getFailure().hasStackTraceContaining("nearcall.client.greetings.eager=true"));
        server().run(server -> eager.run(client ->
                assertThat(client.getBean(Greetings.class).greet("Ann")).isEqualTo("Good day, Ann")));
    }

    @Test
    void shouldSayWhatIsWrongWithABeanThatCannotBeExported() {
        Contexts.in(directory)
                .withUserConfiguration(Neither.class)
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining("@RemoteService"));
        Contexts.in(directory)
                .withUserConfiguration(Both.class)
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining("2 interfaces"));
    }

    @Test
    void shouldNotExportIfTheServerIsDisabled() {
        server().withPropertyValues("nearcall.server.enabled=false")
                .run(server ->
                        assertThat(server.getBean(Endpoint.class).services()).isEmpty());
    }

    @Test
    void shouldLeaveNoNameAndNoThreadBehind() throws InterruptedException {
        server().run(server ->
                assertThat(server.getBean(Endpoint.class).services()).isEqualTo(List.of("greetings")));
        server().run(server ->
                assertThat(server.getBean(Endpoint.class).services()).isEqualTo(List.of("greetings")));
        assertThat(directory.resolve("run").toFile().list((parent, name) -> name.endsWith(".sock")))
                .isEmpty();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("nearcall-")) {
                thread.join(10_000);
                assertThat(thread.isAlive()).as(thread.getName()).isFalse();
            }
        }
    }
}

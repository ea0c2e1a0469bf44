// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.DeadlineExceededException;
import io.nearcall.Endpoint;
import io.nearcall.Remotes;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.internal.connection.Inspector;
import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.spi.CallInfo;
import io.nearcall.spi.CallListener;
import io.nearcall.spi.ServerInterceptor;
import io.nearcall.spring.api.Clock;
import io.nearcall.spring.api.Greetings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** Properties and beans that set options of the endpoint. */
@Timeout(60)
class OptionsTest {

    @TempDir
    private Path directory;

    @Configuration
    @ImportNearcallClients(types = Greetings.class)
    static class Application {
        private final List<String> seen = new ArrayList<>();

        @Bean
        @NearcallService
        Greetings greetings() {
            return new Greetings() {
                @Override
                public String greet(String name) {
                    return name + " on " + Thread.currentThread().getName();
                }
            };
        }

        @Bean
        @Order(2)
        ServerInterceptor second() {
            return call -> see("second");
        }

        @Bean
        @Order(1)
        ServerInterceptor first() {
            return call -> see("first");
        }

        private AutoCloseable see(String what) {
            seen.add(what);
            return null;
        }

        @Bean
        CallListener listener() {
            return new CallListener() {
                @Override
                public void started(CallInfo call) {
                    if (call.side() == CallInfo.Side.CLIENT) {
                        seen.add("listener");
                    }
                }

                @Override
                public void ended(CallInfo call, long durationNs, Throwable failure) {}
            };
        }

        @Bean
        EndpointBuilderCustomizer customizer() {
            return builder -> builder.name("customized");
        }

        @Bean
        Executor workers() {
            return task -> {
                Thread thread = new Thread(task, "worker");
                thread.setDaemon(true);
                thread.start();
            };
        }
    }

    private ApplicationContextRunner application() {
        return Contexts.in(directory).withUserConfiguration(Application.class);
    }

    private static Greetings stub(org.springframework.context.ApplicationContext context) {
        return context.getBean(Greetings.class.getName(), Greetings.class);
    }

    @Test
    void shouldUseInterceptorsListenersAndCustomizersInOrder() {
        application().run(context -> {
            stub(context).greet("Ann");
            assertThat(context.getBean(Application.class).seen).containsExactly("listener", "first", "second");
            assertThat(context.getBean(Endpoint.class)).hasToString("Endpoint[customized]");
        });
    }

    @Test
    void shouldRunMethodsOnTheExecutorThatIsNamed() {
        application()
                .withPropertyValues("nearcall.server.executor=workers")
                .run(context -> assertThat(stub(context).greet("Ann")).isEqualTo("Ann on worker"));
        application().run(context -> assertThat(stub(context).greet("Ann")).contains("nearcall"));
    }

    @Test
    void shouldApplyEachProperty() {
        for (String refused : List.of(
                "nearcall.channel=pigeon",
                "nearcall.deadline=0",
                "nearcall.max-lanes=0",
                "nearcall.max-calls=0",
                "nearcall.max-references=0",
                "nearcall.max-connections=0",
                "nearcall.max-message-size=1B",
                "nearcall.inspect=everything",
                "nearcall.server.executor=nobody",
                "nearcall.client.greetings.deadline=0",
                "nearcall.dir=" + directory.resolve("missing/inner"))) {
            application()
                    .withPropertyValues(refused)
                    .run(context -> assertThat(context).as(refused).hasFailed());
        }
        application()
                .withPropertyValues(
                        "nearcall.allow-users=4711",
                        "nearcall.allow-packages=io.nearcall.spring.api",
                        "nearcall.channel=unix",
                        "nearcall.deadline=5s")
                .run(context -> assertThat(stub(context).greet("Ann")).startsWith("Ann"));
    }

    @Configuration
    static class Slow {
        private final CountDownLatch begun = new CountDownLatch(1);

        /** Its calls end when they are interrupted. */
        @Bean
        @NearcallService
        Greetings greetings() {
            return new Greetings() {
                @Override
                public String greet(String name) {
                    begun.countDown();
                    try {
                        new CountDownLatch(1).await();
                        return name;
                    } catch (InterruptedException e) {
                        throw new IllegalStateException("It was given up", e);
                    }
                }
            };
        }
    }

    @Test
    void shouldWaitForAServiceForTheLookupTimeout() {
        Contexts.in(directory)
                .withUserConfiguration(OnlyAClient.class)
                .withPropertyValues("nearcall.lookup-timeout=1700ms")
                .run(context -> {
                    long beganNs = System.nanoTime();
                    assertThatThrownBy(() -> context.getBean(Greetings.class).greet("Ann"))
                            .isInstanceOf(ServiceNotFoundException.class);
                    assertThat(Duration.ofNanos(System.nanoTime() - beganNs)).isGreaterThan(Duration.ofMillis(1699));
                });
    }

    @Configuration
    @ImportNearcallClients(types = Greetings.class)
    static class OnlyAClient {}

    @Configuration
    static class Unanswered {

        @Bean
        @NearcallService
        Greetings greetings() {
            return new Greetings() {
                @Override
                public String greet(String name) {
                    awaitInterrupt();
                    return name;
                }
            };
        }

        @Bean
        @NearcallService
        Clock clock() {
            return new Clock() {
                @Override
                public long now() {
                    awaitInterrupt();
                    return 0;
                }
            };
        }

        private static void awaitInterrupt() {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Configuration
    @ImportNearcallClients(types = {Greetings.class, Clock.class})
    static class TwoClients {}

    @Test
    void shouldGiveEachClientItsDeadline() {
        Contexts.in(directory).withUserConfiguration(Unanswered.class).run(services -> {
            for (boolean eager : new boolean[] {false, true}) {
                Contexts.in(directory)
                        .withUserConfiguration(TwoClients.class)
                        .withPropertyValues(
                                "nearcall.deadline=170ms",
                                "nearcall.client.greetings.deadline=120ms",
                                "nearcall.client.greetings.eager=" + eager)
                        .run(context -> {
                            Clock clock = context.getBean(Clock.class);
                            for (Object stub : List.of(stub(context), clock)) {
                                assertThat(Remotes.peer(stub)).isNotNull(); // finds it, which takes any time
                            }
                            assertThatThrownBy(() -> stub(context).greet("Ann"))
                                    .isInstanceOf(DeadlineExceededException.class)
                                    .hasMessageContaining("120ms");
                            assertThatThrownBy(
                                            () -> context.getBean(Clock.class).now())
                                    .isInstanceOf(DeadlineExceededException.class)
                                    .hasMessageContaining("170ms");
                        });
            }
        });
    }

    @Test
    void shouldGiveUpCallsThatRunWhenTheGracePeriodIsOver() {
        Contexts.in(directory)
                .withUserConfiguration(Slow.class)
                .withPropertyValues("nearcall.server.shutdown.grace-period=1ms")
                .run(server -> {
                    try (Endpoint client = Endpoint.builder()
                            .directory(directory.resolve("run"))
                            .open()) {
                        Greetings greetings = client.lookup(Greetings.class);
                        CompletableFuture<String> call = CompletableFuture.supplyAsync(() -> greetings.greet("Ann"));
                        server.getBean(Slow.class).begun.await();

                        server.getSourceApplicationContext().close();

                        assertThat(call).failsWithin(Duration.ofSeconds(20)); // the default is 30
                    }
                });
    }

    @Test
    void shouldTellTheCommandWhatIsSaid() {
        for (String permission : List.of("describe", "call")) {
            application().withPropertyValues("nearcall.inspect=" + permission).run(context -> {
                Inspector inspector =
                        OwnObjects.of(context.getBean(Endpoint.class)).inspector("greetings", Duration.ZERO);
                assertThat(inspector.about()).contains(permission.toUpperCase(Locale.ROOT));
            });
        }
    }

    @Test
    void shouldNameTheEndpointAfterTheApplication() {
        Contexts.in(directory)
                .withPropertyValues("spring.application.name=shop")
                .run(context -> assertThat(context.getBean(Endpoint.class)).hasToString("Endpoint[shop]"));
        Contexts.in(directory)
                .withPropertyValues("spring.application.name=shop", "nearcall.name=till")
                .run(context -> assertThat(context.getBean(Endpoint.class)).hasToString("Endpoint[till]"));
    }

    @Test
    void shouldReportAPropertyThatIsUnknown() {
        for (String unknown : List.of(
                "nearcall.deadlin",
                "nearcall.metrics.per-cal",
                "nearcall.observations.enabled",
                "nearcall.server.shutdown.grace",
                "nearcall.client.greetings.deadlin")) {
            Contexts.in(directory)
                    .withPropertyValues(unknown + "=5s")
                    .run(context -> assertThat(context).getFailure().hasStackTraceContaining(unknown));
        }
    }

    @Test
    void shouldLeaveAnEndpointOfOnesOwnAlone() {
        Contexts.in(directory)
                .withBean(
                        "mine",
                        Endpoint.class,
                        () -> Endpoint.builder()
                                .directory(directory.resolve("mine"))
                                .name("mine")
                                .open())
                .run(context -> assertThat(context.getBean(Endpoint.class)).hasToString("Endpoint[mine]"));
    }
}

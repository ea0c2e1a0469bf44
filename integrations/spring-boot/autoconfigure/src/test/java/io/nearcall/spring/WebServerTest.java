// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.spring.api.Greetings;
import io.nearcall.spring.autoconfigure.NearcallAutoConfiguration;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application with a web server, which ends while it has work. */
@Timeout(60)
class WebServerTest {

    @TempDir
    private Path directory;

    /** What a request or a call does: it waits for something, for as long as it takes. */
    private static final class Work {

        private final CountDownLatch begun = new CountDownLatch(1);
        private volatile BooleanSupplier end = () -> true;

        String untilItsEnd() {
            begun.countDown();
            while (!end.getAsBoolean()) {
                pause();
            }
            return "done";
        }

        private static void pause() {
            try {
                Thread.sleep(5); // between two looks at what nobody tells
            } catch (InterruptedException e) {
                throw new IllegalStateException("It was given up", e);
            }
        }
    }

    @Configuration
    static class Application {

        private final Work request = new Work();
        private final Work call = new Work();

        @Bean
        TomcatServletWebServerFactory webServer() {
            TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory(0);
            factory.setShutdown(Shutdown.GRACEFUL);
            return factory;
        }

        @Bean
        HttpServlet servlet() {
            return new HttpServlet() {
                private static final long serialVersionUID = 1L;

                @Override
                protected void doGet(HttpServletRequest asked, HttpServletResponse response) throws IOException {
                    response.getWriter().print(request.untilItsEnd());
                }
            };
        }

        @Bean
        @NearcallService
        Greetings greetings() {
            return new Greetings() {
                @Override
                public String greet(String name) {
                    return call.untilItsEnd();
                }
            };
        }
    }

    private WebApplicationContextRunner application() {
        return new WebApplicationContextRunner(AnnotationConfigServletWebServerApplicationContext::new)
                .withConfiguration(
                        AutoConfigurations.of(NearcallAutoConfiguration.class, LifecycleAutoConfiguration.class))
                .withPropertyValues("nearcall.dir=" + directory.resolve("run"))
                .withUserConfiguration(Application.class);
    }

    private CompletableFuture<String> call(Endpoint client) {
        Greetings greetings = client.lookup(Greetings.class);
        return CompletableFuture.supplyAsync(() -> greetings.greet("Ann"));
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void shouldWaitForRequestsAndCallsAtTheSameTime() {
        application().run(started -> {
            ServletWebServerApplicationContext context =
                    started.getSourceApplicationContext(ServletWebServerApplicationContext.class);
            Application application = context.getBean(Application.class);
            Endpoint endpoint = context.getBean(Endpoint.class);
            int port = context.getWebServer().getPort();
            // Each ends when the other is waited for already. One that waited for the other's end would wait for ever.
            application.request.end = () -> endpoint.services().isEmpty();
            application.call.end = () -> !listens(port);
            try (Endpoint client =
                    Endpoint.builder().directory(directory.resolve("run")).open()) {
                CompletableFuture<String> call = call(client);
                CompletableFuture<String> request = HttpClient.newHttpClient()
                        .sendAsync(
                                HttpRequest.newBuilder(URI.create("http://localhost:" + port))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .thenApply(HttpResponse::body);
                application.call.begun.await();
                application.request.begun.await();

                context.close();

                assertThat(call.get()).isEqualTo("done");
                assertThat(request.get()).isEqualTo("done");
            }
        });
    }

    @Test
    void shouldGiveCallsTheirGracePeriodThoughThePhaseIsOver() {
        application()
                .withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=10ms")
                .run(started -> {
                    ServletWebServerApplicationContext context =
                            started.getSourceApplicationContext(ServletWebServerApplicationContext.class);
                    Application application = context.getBean(Application.class);
                    CountDownLatch closing = new CountDownLatch(1);
                    application.call.end = () -> closing.getCount() == 0;
                    try (Endpoint client = Endpoint.builder()
                            .directory(directory.resolve("run"))
                            .open()) {
                        CompletableFuture<String> call = call(client);
                        application.call.begun.await();
                        CompletableFuture<Void> end = CompletableFuture.runAsync(context::close);
                        // Longer than the phase and the second that an endpoint gives calls when it is closed.
                        Thread.sleep(2000);
                        assertThat(end).isNotDone();
                        closing.countDown();

                        assertThat(call.get()).isEqualTo("done");
                        end.get();
                    }
                });
    }
}

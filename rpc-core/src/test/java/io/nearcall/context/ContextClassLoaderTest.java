// SPDX-License-Identifier: Apache-2.0
package io.nearcall.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.RemoteObject;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whose class loader a method finds on its thread. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class ContextClassLoaderTest {

    /** Says whether the context class loader is that of the actor. */
    public interface Theatre {
        boolean isAtHome();

        CompletableFuture<Boolean> isAtHomeLater();

        /** Both of them. */
        boolean asks(Prompter prompter);
    }

    /** Of the client. */
    @RemoteObject
    public interface Prompter {
        boolean isPrompterAtHome();
    }

    /** Loads {@link Actor} itself, and everything else as this test is. */
    private static final class Wardrobe extends ClassLoader {
        Wardrobe() {
            super(ContextClassLoaderTest.class.getClassLoader());
        }

        Object actor() throws Exception {
            return loadClass(Actor.class.getName()).getConstructor().newInstance();
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> loaded =
                    name.equals(Actor.class.getName()) ? findLoadedClass(name) : super.loadClass(name, resolve);
            return loaded != null ? loaded : define(name);
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] content = file.readAllBytes();
                return defineClass(name, content, 0, content.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static void play(EndpointBuilder server) throws Exception {
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        try (TwoEndpoints endpoints = new TwoEndpoints(server, Endpoint.builder())) {
            Theatre theatre = endpoints.connect(Theatre.class, (Theatre) new Wardrobe().actor());
            assertThat(theatre.isAtHome()).isTrue();
            assertThat(theatre.isAtHomeLater().get()).isTrue();
            assertThat(theatre.asks((Prompter) new Wardrobe().actor())).isTrue();
            assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(own);
            assertThat(theatre.isAtHome()).isTrue();
        }
    }

    @Test
    void shouldBeTheImplementationsInMethodsStagesAndCallbacks() throws Exception {
        play(Endpoint.builder());
    }

    @Test
    void shouldBeTheImplementationsOnThreadsOfAnExecutor() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            play(Endpoint.builder().executor(pool));
            assertThat(pool.submit(() -> Thread.currentThread().getContextClassLoader())
                            .get())
                    .isNotInstanceOf(Wardrobe.class);
        } finally {
            pool.shutdown();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.codegen.foreign.Bank;
import io.nearcall.codegen.foreign.BoxOffice;
import io.nearcall.codegen.foreign.Loaders;
import io.nearcall.codegen.foreign.Tickets;
import io.nearcall.codegen.foreign.Vault;
import java.lang.ref.WeakReference;
import java.net.URLClassLoader;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
public class ClassLoadersTest {

    /** What a stub needs, all from the loader that is thrown away. */
    public static final class UseOnce implements Runnable {
        @Override
        public void run() {
            IntUnaryOperator next = Loopback.connect(IntUnaryOperator.class, n -> n + 1);
            if (next.applyAsInt(3) != 4) {
                throw new IllegalStateException("a number was lost");
            }
        }
    }

    @Test
    void shouldServeInterfacesOfTheJdk() throws Exception {
        StringBuilder heard = new StringBuilder();
        Consumer<String> listener = Loopback.connect(type(Consumer.class), heard::append);
        listener.andThen(listener).accept("ready ");
        assertThat(heard).hasToString("ready ready ");

        Comparator<String> order = Loopback.connect(type(Comparator.class), Comparator.<String>naturalOrder());
        assertThat(order.reversed().compare("a", "b")).isPositive();

        Callable<String> call = Loopback.connect(type(Callable.class), () -> "done");
        assertThat(call.call()).isEqualTo("done");
    }

    @SuppressWarnings("unchecked")
    private static <T> Class<T> type(Class<?> type) {
        return (Class<T>) type;
    }

    @Test
    void shouldServeAnInterfaceWhoseLoaderDoesNotSeeUs() throws Exception {
        try (URLClassLoader application = Loaders.ofApplication()) {
            useTickets(application);
        }
    }

    @Test
    void shouldNotPinTheLoaderOfAnInterface() throws Exception {
        assertThat(Loaders.isCollected(usedTickets())).isTrue();
    }

    private static WeakReference<ClassLoader> usedTickets() throws Exception {
        try (URLClassLoader application = Loaders.ofApplication()) {
            useTickets(application);
            return new WeakReference<>(application);
        }
    }

    private static void useTickets(ClassLoader application) throws Exception {
        Class<Object> tickets = type(application.loadClass(Tickets.class.getName()));
        Runnable office = (Runnable) application
                .loadClass(BoxOffice.class.getName())
                .getConstructor()
                .newInstance();
        office.getClass().getField("tickets").set(office, Loopback.connect(tickets, office));
        office.run();
    }

    @Test
    void shouldNotPinOurOwnLoaderByAnInterfaceThatOutlivesUs() throws Exception {
        assertThat(Loaders.isCollected(usedCodegen())).isTrue();
    }

    private static WeakReference<ClassLoader> usedCodegen() throws Exception {
        try (URLClassLoader codegen = Loaders.ofCodegen(ClassLoader.getPlatformClassLoader())) {
            Class<?> use = codegen.loadClass(UseOnce.class.getName());
            ((Runnable) use.getConstructor().newInstance()).run();
            return new WeakReference<>(codegen);
        }
    }

    @Test
    void shouldNameTypesThatArePrivateToTheInterfacesPackage() {
        Vault vault = Loopback.connect(Vault.class, new Bank());

        assertThat(Bank.exchangeIn(vault)).isEqualTo(15);
    }

    @Test
    void shouldDropClassesBesideAnInterfaceThatNobodyUses() throws Exception {
        assertThat(Loaders.isCollected(new WeakReference<>(RemoteInterface.of(Vault.class, TestRules.INSTANCE)
                        .skeleton()
                        .getClass())))
                .isTrue();
    }

    @Test
    void shouldRefuseTypesThatItCannotName() throws Exception {
        try (URLClassLoader application = Loaders.ofApplication()) {
            Class<?> vault = application.loadClass(Vault.class.getName());

            assertThatThrownBy(() -> RemoteInterface.of(vault, TestRules.INSTANCE))
                    .isInstanceOf(InvalidRemoteInterface.class)
                    .hasMessageContaining("exchange(Coin, Coin[]): Coin: parameter 1 'coin'")
                    .hasMessageContaining("make it public");
        }
    }

    @Test
    void shouldGenerateOnceForThreadsThatAskAtOnce() {
        RemoteInterface<Tickets> remote = RemoteInterface.of(Tickets.class, TestRules.INSTANCE);
        Set<Object> classes = ConcurrentHashMap.newKeySet();
        IntStream.range(0, 64).parallel().forEach(i -> {
            classes.add(remote.stub(null).getClass());
            classes.add(remote.skeleton());
        });

        assertThat(classes).hasSize(2);
    }
}

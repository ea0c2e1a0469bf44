// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What methods throw, across two JVMs. */
@Timeout(60)
public class ThrownIT {

    /** A shop that has run out of most things. */
    public interface Stock {
        int take(String sku) throws OutOfStock;

        int fail(String how) throws IOException;

        int audit() throws Exception;

        void put(Item item) throws Damaged;
    }

    /** A value, which need not be Serializable. */
    public record Item(String sku, int count) {}

    /** Tells which item it is about. */
    public static final class Damaged extends Exception {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        private final Item item;

        @SuppressWarnings("serial")
        private final Optional<Item> substitute;

        Damaged(Item item, Optional<Item> substitute) {
            super(item.sku() + " is damaged");
            this.item = item;
            this.substitute = substitute;
        }
    }

    /** There is too little. */
    public static final class OutOfStock extends Exception {
        private static final long serialVersionUID = 1L;
        private final String sku;
        private final int left;

        public OutOfStock(String sku, int left) {
            super("only " + left + " of " + sku);
            this.sku = sku;
            this.left = left;
        }
    }

    /** Declared by its superclass only, which names no class of the application. */
    public static final class Discrepancy extends Exception {
        private static final long serialVersionUID = 1L;

        Discrepancy(String message) {
            super(message);
        }
    }

    /** Nobody has declared or allowed this one. */
    public static final class Secret extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Secret(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Can never be initialised. */
    private static final class Unset {
        private static final int VALUE = Integer.parseInt("none");
    }

    /** As some frameworks end their threads. */
    private static final class Death extends Error {
        private static final long serialVersionUID = 1L;

        Death() {
            super("the thread shall end", null, false, false);
        }
    }

    /** Cannot be serialised. */
    public static final class Unserialisable extends IOException {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        private final Object thread = Thread.currentThread();

        Unserialisable() {
            super("holds a thread");
        }

        @Override
        public String toString() {
            return "unserialisable with " + thread.getClass().getSimpleName();
        }
    }

    /** Throws the exception that its caller asks for. */
    public static final class EmptyStock implements Stock {
        @Override
        public int take(String sku) throws OutOfStock {
            throw new OutOfStock(sku, 2);
        }

        @Override
        public void put(Item item) throws Damaged {
            throw new Damaged(item, Optional.of(new Item("B-2", 1)));
        }

        @Override
        public int audit() throws Exception {
            throw new Discrepancy("one bolt is missing");
        }

        @Override
        public int fail(String how) throws IOException {
            switch (how) {
                case "cause" -> throw new IllegalStateException("outer", new NoSuchElementException("inner"));
                case "suppressed" -> {
                    IOException thrown = new IOException("main");
                    thrown.addSuppressed(new IllegalArgumentException("aside"));
                    throw thrown;
                }
                case "unchecked" -> throw new UncheckedIOException(new IOException("disk"));
                case "secret" -> throw new Secret("hush", new IOException("beneath"));
                case "call" -> {
                    Endpoint endpoint = Endpoint.open();
                    endpoint.close();
                    return endpoint.lookup(Stock.class).fail("not");
                }
                case "unserialisable" -> throw new Unserialisable();
                case "overflow" -> {
                    return 1 + fail(how);
                }
                case "memory" -> throw new OutOfMemoryError("by hand");
                case "real memory" -> {
                    long[][] all = new long[1000][];
                    for (int i = 0; i < all.length; i++) {
                        all[i] = new long[1 << 20];
                    }
                    return all.length;
                }
                case "linkage" -> throw new NoClassDefFoundError("com/acme/Missing");
                case "initializer" -> {
                    return Unset.VALUE;
                }
                case "death" -> throw new Death();
                case "null pointer" -> throw new NullPointerException();
                default -> {
                    return 1;
                }
            }
        }
    }

    private static PrivateDirectory directory;
    private static OtherJvm server;
    private static Endpoint client;
    private static Stock stock;

    @BeforeAll
    static void start() throws IOException {
        directory = new PrivateDirectory();
        directory.beforeEach(null);
        server = Server.start(Stock.class, EmptyStock.class);
        client = Endpoint.open();
        stock = client.lookup(Stock.class);
    }

    @AfterAll
    static void end() throws IOException {
        client.close();
        server.close();
        directory.afterEach(null);
    }

    @Test
    void shouldThrowADeclaredExceptionAsItselfWithItsFields() {
        assertThatThrownBy(() -> stock.take("A-17"))
                .isInstanceOfSatisfying(OutOfStock.class, e -> {
                    assertThat(e.sku).isEqualTo("A-17");
                    assertThat(e.left).isEqualTo(2);
                })
                .hasMessage("only 2 of A-17");
    }

    @Test
    void shouldBringValuesInAnExceptionAcrossThatAreNotSerializable() {
        assertThatThrownBy(() -> stock.put(new Item("A-17", 3)))
                .isInstanceOfSatisfying(Damaged.class, e -> {
                    assertThat(e.item).isEqualTo(new Item("A-17", 3));
                    assertThat(e.substitute).contains(new Item("B-2", 1));
                })
                .hasMessage("A-17 is damaged");
    }

    @Test
    void shouldShowTheRemoteFramesAboveTheLocalOnes() {
        Throwable thrown = catchThrowable(() -> stock.take("A-17"));
        String[] methods = Arrays.stream(thrown.getStackTrace())
                .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                .toArray(String[]::new);
        assertThat(methods[0]).endsWith("EmptyStock.take");
        assertThat(methods).contains(ThrownIT.class.getName() + ".shouldShowTheRemoteFramesAboveTheLocalOnes");
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        assertThat(text.toString()).contains("process " + server.pid());
    }

    @Test
    void shouldBringCausesAlong() {
        assertThatThrownBy(() -> stock.fail("cause"))
                .isInstanceOf(IllegalStateException.class)
                .cause()
                .isInstanceOf(NoSuchElementException.class)
                .hasMessage("inner");
    }

    @Test
    void shouldBringSuppressedExceptionsAlong() {
        assertThatThrownBy(() -> stock.fail("suppressed"))
                .isInstanceOf(IOException.class)
                .hasSuppressedException(new IllegalArgumentException("aside"));
    }

    @Test
    void shouldThrowUncheckedExceptionsOfTheJdkAsThemselves() {
        assertThatThrownBy(() -> stock.fail("unchecked"))
                .isInstanceOf(UncheckedIOException.class)
                .hasRootCauseMessage("disk");
        assertThatThrownBy(() -> stock.fail("null pointer"))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(null);
    }

    @Test
    void shouldKeepTheTextOfAnExceptionThatIsNotAllowed() {
        assertThatThrownBy(() -> stock.fail("secret"))
                .isInstanceOfSatisfying(RemoteFailure.class, e -> {
                    assertThat(e.remoteClassName()).isEqualTo(Secret.class.getName());
                    assertThat(e.remoteMessage()).isEqualTo("hush");
                    assertThat(e.remoteStackText()).contains("EmptyStock.fail");
                    assertThat(e.outcome()).isEqualTo(Outcome.MAY_HAVE_RUN);
                })
                .hasRootCauseMessage("beneath");
    }

    @Test
    void shouldThrowASubclassOfADeclaredExceptionAsItselfIfTheCallerAllowsIt() {
        try (Endpoint allowing = Endpoint.builder().allow(Discrepancy.class).open()) {
            assertThatThrownBy(() -> allowing.lookup(Stock.class).audit())
                    .isExactlyInstanceOf(Discrepancy.class)
                    .hasMessage("one bolt is missing");
        }
        try (Endpoint allowing = Endpoint.builder().allowPackage("io.nearcall").open()) {
            assertThatThrownBy(() -> allowing.lookup(Stock.class).audit()).isExactlyInstanceOf(Discrepancy.class);
        }
    }

    @Test
    void shouldSayHowTheCallerAllowsASubclassOfADeclaredException() {
        assertThatThrownBy(() -> stock.audit())
                .isInstanceOf(RemoteFailure.class)
                .hasMessageContainingAll(
                        Discrepancy.class.getName(),
                        "one bolt is missing",
                        "`throws Exception` names none of its subclasses",
                        "Endpoint.builder().allow(" + Discrepancy.class.getCanonicalName() + ".class)")
                .hasMessageNotContaining("; to get it");
    }

    @Test
    void shouldKeepTheTextOfAnExceptionThatCannotBeSerialised() {
        assertThatThrownBy(() -> stock.fail("unserialisable"))
                .isInstanceOf(RemoteFailure.class)
                .hasMessageContaining("Unserialisable")
                .hasMessageContaining("holds a thread");
    }

    @Test
    void shouldSayThatACallOfTheMethodsOwnHasFailed() {
        assertThatThrownBy(() -> stock.fail("call"))
                .isInstanceOfSatisfying(RemoteFailure.class, e -> {
                    assertThat(e.remoteClassName()).isEqualTo(EndpointClosedException.class.getName());
                    assertThat(e.remoteMessage()).contains("safe to repeat");
                    assertThat(e.outcome()).isEqualTo(Outcome.MAY_HAVE_RUN);
                })
                .hasMessageContainingAll(
                        "EndpointClosedException", "because a call that it made has failed", "is closed")
                .message()
                .doesNotContain("allow it", "safe to repeat");
    }

    @Test
    void shouldSurviveStackOverflowInAMethod() throws IOException {
        for (int i = 0; i < 5; i++) {
            assertThat(catchThrowable(() -> stock.fail("overflow")).toString()).contains("StackOverflowError");
            assertThat(stock.fail("not")).isEqualTo(1);
        }
    }

    @Test
    void shouldSurviveErrorsOfAMethod() throws IOException {
        assertThat(catchThrowable(() -> stock.fail("memory")).toString()).contains("OutOfMemoryError", "by hand");
        assertThat(catchThrowable(() -> stock.fail("linkage")).toString()).contains("com/acme/Missing");
        assertThat(stock.fail("not")).isEqualTo(1);
    }

    @Test
    void shouldSurviveAClassThatCannotBeInitialised() throws IOException {
        assertThat(catchThrowable(() -> stock.fail("initializer")))
                .isInstanceOf(ExceptionInInitializerError.class)
                .hasRootCauseInstanceOf(NumberFormatException.class);
        assertThat(catchThrowable(() -> stock.fail("initializer")))
                .isInstanceOf(NoClassDefFoundError.class)
                .hasMessageContaining("Unset");
        assertThat(stock.fail("not")).isEqualTo(1);
    }

    @Test
    void shouldSurviveAnErrorThatIsToEndTheThread() throws IOException {
        assertThat(catchThrowable(() -> stock.fail("death"))).hasMessageContainingAll("Death", "the thread shall end");
        assertThat(stock.fail("not")).isEqualTo(1);
    }

    @Test
    void shouldSurviveAMethodThatUsesUpTheHeap() throws IOException {
        assertThat(catchThrowable(() -> stock.fail("real memory")).toString()).contains("OutOfMemoryError");
        assertThat(stock.fail("not")).isEqualTo(1);
    }
}

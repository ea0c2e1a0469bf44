// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.RemoteFailure;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exceptions as a peer writes them that knows nothing of Java's serialisation: byte by byte, from docs/internals/protocol.md. */
@Timeout(60)
public class PlainExceptionsTest {

    private final TestLane lane = new TestLane(4096);

    /** The usual constructors. */
    public static class OutOfStock extends Exception {
        private static final long serialVersionUID = 1L;

        public OutOfStock(String message) {
            super(message);
        }

        public OutOfStock(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Its constructor makes another message from its argument. */
    public static final class NoSuchItem extends Exception {
        private static final long serialVersionUID = 1L;

        public NoSuchItem(String sku) {
            super("There is no item " + sku);
        }
    }

    /** Always has the same message. */
    public static final class Closed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Closed() {
            super("the shop is closed");
        }
    }

    /** Cannot be made from a text. */
    public static final class Short extends Exception {
        private static final long serialVersionUID = 1L;

        public Short(String sku, int left) {
            super("only " + left + " of " + sku);
        }
    }

    /** Does not want to exist. */
    public static final class Refusing extends Exception {
        private static final long serialVersionUID = 1L;

        public Refusing(String message) {
            super(message);
            throw new IllegalStateException("not today");
        }
    }

    /** Only its subclasses exist. */
    public abstract static class Trouble extends Exception {
        private static final long serialVersionUID = 1L;

        public Trouble(String message) {
            super(message);
        }
    }

    /** Sings when it is initialised. */
    public static final class Canary extends Exception {
        private static final long serialVersionUID = 1L;

        static {
            System.setProperty("plain.canary", "sang");
        }

        public Canary(String message) {
            super(message);
        }
    }

    /** One exception: no cause is -1. */
    private static void plain(FrameOutput out, String className, String message, int cause, int... suppressed) {
        out.writeString(className);
        out.writeString(message);
        out.writeString(className + ": " + message);
        out.writeVarInt(2, true);
        frame(out, "stock", "take", "stock.py", 17);
        frame(out, "__main__", "<module>", null, -1);
        out.writeVarInt(cause + 1, true);
        out.writeVarInt(suppressed.length, true);
        for (int index : suppressed) {
            out.writeVarInt(index, true);
        }
        out.writeVarInt(0, true); // no bytes of Java's serialisation
        out.writeString(null); // and nothing is missing without them
    }

    private static void frame(FrameOutput out, String owner, String method, String file, int line) {
        out.writeString(null);
        out.writeString(null);
        out.writeString(null);
        out.writeString(owner);
        out.writeString(method);
        out.writeString(file);
        out.writeVarInt(line, false);
    }

    private Throwable read(Consumer<FrameOutput> writer) {
        return read(writer, lane.throwables);
    }

    private Throwable read(Consumer<FrameOutput> writer, ThrowableCodec reader) {
        lane.write(writer);
        Throwable read = lane.read(reader::read);
        assertThat(lane.input.end()).isTrue();
        return read;
    }

    private Throwable readOne(String className, String message) {
        return read(out -> {
            out.writeVarInt(1, true);
            plain(out, className, message, -1);
        });
    }

    @Test
    void shouldArriveAsItselfWithItsMessageAndStack() {
        Throwable read = readOne(OutOfStock.class.getName(), "only 2 of A-17");

        assertThat(read).isExactlyInstanceOf(OutOfStock.class).hasMessage("only 2 of A-17");
        assertThat(read.getStackTrace())
                .containsExactly(
                        new StackTraceElement("stock", "take", "stock.py", 17),
                        new StackTraceElement("__main__", "<module>", null, -1));
        assertThat(read.getCause()).isNull();
    }

    @Test
    void shouldArriveWithItsCauseAndSuppressedExceptions() {
        Throwable read = read(out -> {
            out.writeVarInt(3, true);
            plain(out, IOException.class.getName(), "disk", -1);
            plain(out, IllegalStateException.class.getName(), "aside", -1);
            plain(out, OutOfStock.class.getName(), "empty", 0, 1, 0);
        });

        assertThat(read).isExactlyInstanceOf(OutOfStock.class).hasMessage("empty");
        assertThat(read.getCause()).isExactlyInstanceOf(IOException.class).hasMessage("disk");
        assertThat(read.getSuppressed()[0])
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("aside");
        assertThat(read.getSuppressed()[1]).isSameAs(read.getCause());
    }

    @Test
    void shouldTakeACauseThatOnlyOneConstructorTakes() {
        Throwable read = read(out -> {
            out.writeVarInt(2, true);
            plain(out, FileNotFoundException.class.getName(), "f", -1);
            plain(out, UncheckedIOException.class.getName(), "io", 0);
        });

        assertThat(read).isExactlyInstanceOf(UncheckedIOException.class).hasMessage("io");
        assertThat(read.getCause()).isExactlyInstanceOf(FileNotFoundException.class);
    }

    @Test
    void shouldGiveACauseToAnExceptionWhoseConstructorsTakeNone() {
        Throwable read = read(out -> {
            out.writeVarInt(2, true);
            plain(out, OutOfStock.class.getName(), "beneath", -1);
            plain(out, IndexOutOfBoundsException.class.getName(), "7", 0);
        });

        assertThat(read).isExactlyInstanceOf(IndexOutOfBoundsException.class).hasCauseInstanceOf(OutOfStock.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.NullPointerException",
                "java.lang.AssertionError",
                "java.lang.InterruptedException",
                "java.util.NoSuchElementException",
                "java.util.ConcurrentModificationException"
            })
    void shouldMakeAnExceptionWithoutMessage(String className) {
        Throwable read = readOne(className, null);

        assertThat(read.getClass().getName()).isEqualTo(className);
        assertThat(read).hasMessage(null);
    }

    @Test
    void shouldMakeAnExceptionThatHasItsMessageAnyway() {
        assertThat(readOne(Closed.class.getName(), "the shop is closed")).isExactlyInstanceOf(Closed.class);
    }

    private void shouldBeText(String className, String reason) {
        Throwable read = readOne(className, "m");
        assertThat(read).isInstanceOf(RemoteFailure.class).hasMessageContainingAll(className, reason);
        assertThat(((RemoteFailure) read).remoteClassName()).isEqualTo(className);
        assertThat(((RemoteFailure) read).remoteMessage()).isEqualTo("m");
        assertThat(((RemoteFailure) read).remoteStackText()).contains("at stock.take(stock.py:17)");
    }

    @Test
    void shouldArriveAsTextIfItWouldHaveAnotherMessage() {
        shouldBeText(NoSuchItem.class.getName(), "another message, \"There is no item m\"");
        shouldBeText(Closed.class.getName(), "another message, \"the shop is closed\"");
    }

    @Test
    void shouldArriveAsTextIfNoConstructorTakesAMessage() {
        shouldBeText(Short.class.getName(), "no public constructor");
        shouldBeText(Trouble.class.getName(), "is abstract");
    }

    @Test
    void shouldArriveAsTextIfTheConstructorFails() {
        shouldBeText(Refusing.class.getName(), "java.lang.IllegalStateException: not today");
    }

    @Test
    void shouldArriveAsTextIfThisSideLacksTheClass() {
        shouldBeText("io.nearcall.shop.Missing", "this side does not have the class io.nearcall.shop.Missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"java.lang.String", "[Ljava.lang.Error;", "java.util.ArrayList", "[[[", ""})
    void shouldArriveAsTextIfItIsNoException(String className) {
        assertThat(readOne(className, "m")).isInstanceOf(RemoteFailure.class);
    }

    @Test
    void shouldArriveAsTextWithoutLoadingAClassThatIsNotAllowed() {
        System.clearProperty("plain.canary");
        ThrowableCodec strict =
                new ThrowableCodec(AllowedClasses.NONE, getClass().getClassLoader());
        for (String name : List.of(
                PlainExceptionsTest.class.getName() + "$Canary",
                "javax.management.BadAttributeValueExpException",
                "sun.security.x509.X509CertInfo",
                "com.sun.jdi.VMDisconnectedException")) {
            Throwable read = read(
                    out -> {
                        out.writeVarInt(1, true);
                        plain(out, name, "m", -1);
                    },
                    strict);
            assertThat(read).isInstanceOf(RemoteFailure.class).hasMessageContaining("is not allowed on this side");
        }
        assertThat(System.getProperty("plain.canary")).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, 0, 1, 64})
    void shouldRefuseACauseThatDoesNotComeBeforeIt(int cause) {
        lane.write(out -> {
            out.writeVarInt(1, true);
            plain(out, "java.lang.Error", "m", cause);
        });

        assertThatThrownBy(() -> lane.read(lane.throwables::read)).isInstanceOf(MalformedMessage.class);
    }

    @Test
    void shouldRefuseAFrameWithoutClassOrMethod() {
        for (int missing = 0; missing < 2; missing++) {
            int at = missing;
            lane.write(out -> {
                out.writeVarInt(1, true);
                out.writeString("java.lang.Error");
                out.writeString("m");
                out.writeString("java.lang.Error: m");
                out.writeVarInt(1, true);
                frame(out, at == 0 ? null : "stock", at == 1 ? null : "take", "stock.py", 1);
            });

            assertThatThrownBy(() -> lane.read(lane.throwables::read))
                    .isInstanceOf(MalformedMessage.class)
                    .hasMessageContaining("without a text");
        }
    }
}

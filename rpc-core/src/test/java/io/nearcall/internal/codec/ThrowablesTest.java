// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.RemoteFailure;
import io.nearcall.internal.codec.Shop.OutOfStock;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.ConnectException;
import java.nio.file.NoSuchFileException;
import java.rmi.RemoteException;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ThrowablesTest {

    private final TestLane lane = new TestLane(1 << 20);

    private Throwable copy(Throwable throwable) {
        return copy(throwable, lane.throwables);
    }

    private Throwable copy(Throwable throwable, ThrowableCodec reader) {
        lane.write(out -> lane.throwables.write(out, throwable));
        Throwable copy = lane.read(reader::read);
        assertThat(lane.input.end()).isTrue();
        return copy;
    }

    static Stream<Throwable> exceptions() {
        IOException withSuppressed = new IOException("closing");
        withSuppressed.addSuppressed(new IllegalStateException("first"));
        withSuppressed.addSuppressed(new OutOfStock("nut", 0, null));
        return Stream.of(
                new RuntimeException(),
                new IllegalArgumentException("x", new NullPointerException()),
                withSuppressed,
                new OutOfStock("bolt", 3, new FileNotFoundException("f")),
                new UncheckedIOException(new IOException("io")),
                new ExecutionException(new InvocationTargetException(new ConnectException("c"))),
                new StackOverflowError(),
                new NoSuchFileException("a", "b", "c"),
                new SQLException("s", "42", 7),
                new DateTimeException("d"),
                new ExceptionInInitializerError(new Error("e")),
                new AssertionError(5),
                new OutOfMemoryError("heap"),
                new NumberFormatException(null));
    }

    @ParameterizedTest
    @MethodSource("exceptions")
    void shouldArriveAsThemselves(Throwable thrown) {
        Throwable copy = copy(thrown);

        for (Throwable a = thrown, b = copy; a != null; a = a.getCause(), b = b.getCause()) {
            assertThat(b.getClass()).isEqualTo(a.getClass());
            assertThat(b.getMessage()).isEqualTo(a.getMessage());
            assertThat(b.getStackTrace()).isEqualTo(a.getStackTrace());
            assertThat(b.getSuppressed()).hasSameSizeAs(a.getSuppressed());
            for (int i = 0; i < a.getSuppressed().length; i++) {
                assertThat(b.getSuppressed()[i])
                        .hasSameClassAs(a.getSuppressed()[i])
                        .hasToString(a.getSuppressed()[i].toString());
            }
        }
    }

    @Test
    void shouldKeepTheFieldsOfAnExceptionWithoutDefaultConstructor() {
        OutOfStock copy = (OutOfStock) copy(new OutOfStock("bolt", 3, null));

        assertThat(copy.sku()).isEqualTo("bolt");
        assertThat(copy.left()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 128, 4096})
    void shouldArriveThroughSmallFragments(int fragmentBytes) {
        TestLane small = new TestLane(fragmentBytes);
        small.write(out -> small.throwables.write(out, new OutOfStock("bolt", 3, new IOException())));

        Throwable copy = small.read(small.throwables::read);

        assertThat(copy).isInstanceOf(OutOfStock.class).hasCauseInstanceOf(IOException.class);
    }

    @Test
    void shouldPutTheLocalFramesBelowTheRemoteOnes() {
        Exception thrown = new Exception("there");
        lane.write(out -> lane.throwables.write(out, thrown));

        StackTraceElement[] stack = lane.<Throwable>read(
                        in -> lane.throwables.read(in, "process 17 called by process 4"))
                .getStackTrace();

        assertThat(stack).startsWith(thrown.getStackTrace());
        assertThat(stack[thrown.getStackTrace().length])
                .hasToString("io.nearcall.call(--- process 17 called by process 4 ---)");
        assertThat(stack).hasSizeGreaterThan(thrown.getStackTrace().length + 1);
    }

    @Test
    void shouldArriveAsTextIfTheClassIsNotAllowed() {
        OutOfStock thrown = new OutOfStock("bolt", 3, new IOException("disk"));

        Throwable copy =
                copy(thrown, new ThrowableCodec(AllowedClasses.NONE, getClass().getClassLoader()));

        assertThat(copy).isInstanceOf(RemoteFailure.class).hasMessageContaining("OutOfStock");
        assertThat(((RemoteFailure) copy).remoteClassName()).isEqualTo(OutOfStock.class.getName());
        assertThat(((RemoteFailure) copy).remoteMessage()).isEqualTo("Only 3 left of bolt");
        assertThat(((RemoteFailure) copy).remoteStackText())
                .contains("shouldArriveAsTextIfTheClassIsNotAllowed", "Only 3 left of bolt");
        assertThat(copy.getCause()).isInstanceOf(IOException.class).hasMessage("disk");
        assertThat(copy)
                .hasMessageContainingAll(
                        "the class " + OutOfStock.class.getName() + " is not allowed on this side",
                        "Endpoint.builder().allow(" + OutOfStock.class.getCanonicalName() + ".class)")
                .hasMessageNotContaining("InvalidClassException");
    }

    @Test
    void shouldSayOfAClassThatIsAllowedThatThisSideLacksIt() {
        ClassLoader withoutTheShop = new ClassLoader(ClassLoader.getPlatformClassLoader()) {};
        AllowedClasses allowed = AllowedClasses.NONE.with(List.of(OutOfStock.class));

        assertThat(copy(new OutOfStock("bolt", 3, null), new ThrowableCodec(allowed, withoutTheShop)))
                .isInstanceOf(RemoteFailure.class)
                .hasMessageContaining("this side does not have the class " + OutOfStock.class.getName());
    }

    @Test
    void shouldArriveAsThemselvesThoughTheirCausesCannot() {
        RemoteException thrown = new RemoteException("vault", new OutOfStock("bolt", 3, null)); // in a field of its own
        thrown.addSuppressed(new IllegalStateException("closed", new OutOfStock("nut", 0, null)));

        Throwable copy =
                copy(thrown, new ThrowableCodec(AllowedClasses.NONE, getClass().getClassLoader()));

        assertThat(copy).isExactlyInstanceOf(RemoteException.class);
        assertThat(copy.getCause()).isInstanceOf(RemoteFailure.class).hasMessageContaining("Only 3 left of bolt");
        assertThat(copy.getSuppressed()[0])
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("closed")
                .hasCauseInstanceOf(RemoteFailure.class);
    }

    @Test
    void shouldArriveAsTextIfTheClassIsMissing() {
        ThrowableCodec without = new ThrowableCodec(
                AllowedClasses.NONE.withPackage("io.nearcall"), ClassLoader.getPlatformClassLoader());

        assertThat(copy(new OutOfStock("bolt", 3, null), without)).isInstanceOf(RemoteFailure.class);
        assertThat(copy(new IOException("io"), without)).isInstanceOf(IOException.class);
    }

    @Test
    void shouldArriveAsTextIfItCannotBeSerialised() {
        @SuppressWarnings("serial")
        class Holding extends RuntimeException {
            final Thread thread = Thread.currentThread();
        }

        RemoteFailure copy = (RemoteFailure) copy(new Holding());

        assertThat(copy.remoteClassName()).contains("Holding");
        assertThat(copy.remoteStackText()).contains("shouldArriveAsTextIfItCannotBeSerialised");
    }

    @Test
    void shouldArriveAsTextIfItsOwnMethodsFail() {
        class Broken extends RuntimeException {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                return toString() + getMessage();
            }

            @Override
            public synchronized Throwable getCause() {
                throw new IllegalStateException("no cause for you");
            }

            @Override
            public StackTraceElement[] getStackTrace() {
                throw new IllegalStateException("no stack for you");
            }

            private void writeObject(java.io.ObjectOutputStream out) throws IOException {
                throw new IOException("not me");
            }
        }

        assertThat(copy(new Broken())).isInstanceOf(RemoteFailure.class).hasMessageContaining("Broken");
    }

    @Test
    void shouldCutCircles() {
        Exception first = new Exception("first");
        Exception second = new Exception("second", first);
        first.initCause(second);
        first.addSuppressed(second);

        Throwable copy = copy(first);

        assertThat(copy).hasMessage("first");
        assertThat(copy.getCause()).hasMessage("second");
        assertThat(copy.getCause().getCause()).hasMessageContaining("not sent");
    }

    @Test
    void shouldCutWhatIsTooMuch() {
        Throwable deep = new RuntimeException("innermost");
        for (int i = 0; i < 200; i++) {
            deep = new RuntimeException("level " + i, deep);
        }
        StackTraceElement[] long_ = new StackTraceElement[5_000];
        java.util.Arrays.fill(long_, new StackTraceElement("A", "b", "C.java", 1));
        deep.setStackTrace(long_);

        Throwable copy = copy(deep);

        assertThat(copy.getStackTrace()).hasSize(ThrowableCodec.MAX_FRAMES);
        int count = 0;
        for (Throwable t = copy; t != null; t = t.getCause()) {
            count++;
        }
        assertThat(count).isBetween(60, ThrowableCodec.MAX_THROWABLES + 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 16_376})
    void shouldBringALongChainWithoutStacksAcross(int fragmentBytes) {
        Throwable chain = new Stackless("innermost", null);
        for (int i = 1; i < ThrowableCodec.MAX_THROWABLES; i++) {
            chain = new Stackless("level " + i, chain);
        }
        Throwable thrown = chain;
        TestLane small = new TestLane(fragmentBytes);
        small.write(out -> small.throwables.write(out, thrown));

        int count = 0;
        for (Throwable t = small.read(small.throwables::read); t != null; t = t.getCause()) {
            assertThat(t).isInstanceOf(Stackless.class);
            count++;
        }
        assertThat(count).isEqualTo(ThrowableCodec.MAX_THROWABLES);
    }

    static final class Stackless extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stackless(String message, Throwable cause) {
            super(message, cause, false, false);
        }
    }

    @Test
    void shouldTravelAsPartOfAValue() {
        OutOfStock problem = new OutOfStock("bolt", 1, null);
        List<Object> list = new ArrayList<>(List.of(problem, problem));

        List<Object> copy = lane.copy(list);

        assertThat(copy.get(0)).isInstanceOf(OutOfStock.class).isSameAs(copy.get(1));
    }

    @Test
    void shouldNotInitialiseAClassThatIsNotAllowed() {
        lane.write(out -> lane.throwables.write(out, new CarriesCanary()));
        System.clearProperty("canary");

        Throwable copy = lane.read(new ThrowableCodec(
                AllowedClasses.NONE.with(List.of(CarriesCanary.class)),
                getClass().getClassLoader())::read);

        assertThat(copy).isInstanceOf(RemoteFailure.class);
        assertThat(System.getProperty("canary")).isNull();
    }

    static final class CarriesCanary extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final Canary field = new Canary();
    }

    static final class Canary implements java.io.Serializable {
        private static final long serialVersionUID = 1L;

        private void readObject(java.io.ObjectInputStream in) {
            System.setProperty("canary", "sang");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.EncodingException;
import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.NoSuchRemoteException;
import io.nearcall.OverloadedException;
import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.reference.Depot.Brittle;
import io.nearcall.reference.Depot.Last;
import io.nearcall.reference.Depot.Parcel;
import io.nearcall.reference.Depot.Token;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Sources;
import java.lang.reflect.InvocationTargetException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** References in calls that arrive, or nearly, and are not run. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class RefusedReferencesTest {

    private static final byte[] NO_LOAD = {};

    private final ExecutorService pool = Executors.newFixedThreadPool(2);

    @AfterEach
    void close() {
        pool.shutdownNow();
    }

    private static Warehouse open(EndpointBuilder server) {
        return new Warehouse(server, Endpoint.builder());
    }

    @Test
    void shouldForgetThoseForAnObjectThatWasWithdrawn() {
        try (Warehouse warehouse = open(Endpoint.builder())) {
            Token stub = warehouse.known();
            assertThat(stub.number()).isZero(); // or the stub would not even send the calls
            OwnObjects.of(warehouse.endpoints.server()).withdraw(warehouse.own);
            assertThatThrownBy(() -> stub.meet(warehouse.token())).isInstanceOf(NoSuchRemoteException.class);
            stub.greet(warehouse.token());
            OwnObjects.of(warehouse.endpoints.server()).readmit(warehouse.own);
            warehouse.assertNoneIsKept(2);
        }
    }

    @Test
    void shouldForgetThoseThatAnExecutorRejects() throws Exception {
        AtomicInteger rejections = new AtomicInteger();
        try (Warehouse warehouse = open(Endpoint.builder().executor(task -> {
            if (rejections.getAndDecrement() > 0) {
                throw new RejectedExecutionException("full");
            }
            pool.execute(task);
        }))) {
            Depot depot = warehouse.depot;
            rejections.set(1);
            assertThatThrownBy(() -> depot.use(warehouse.token())).isInstanceOf(OverloadedException.class);
            rejections.set(1);
            assertThatThrownBy(() ->
                            depot.storeLater(warehouse.token(), NO_LOAD, null).join())
                    .hasCauseInstanceOf(OverloadedException.class);
            rejections.set(3);
            depot.drop(warehouse.token(), NO_LOAD, null); // is taken in the end
            while (rejections.get() >= 0) {
                Thread.sleep(1);
            }
            warehouse.assertNoneIsKept(3);
        }
    }

    /** Is shut down for a while. */
    private final class Pause extends AbstractExecutorService {
        private volatile boolean shut;

        @Override
        public void execute(Runnable task) {
            if (shut) {
                throw new RejectedExecutionException("shut down");
            }
            pool.execute(task);
        }

        @Override
        public boolean isShutdown() {
            return shut;
        }

        @Override
        public boolean isTerminated() {
            return shut;
        }

        @Override
        public void shutdown() {
            shut = true;
        }

        @Override
        public List<Runnable> shutdownNow() {
            shut = true;
            return List.of();
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return shut;
        }
    }

    @Test
    void shouldForgetThoseForAnExecutorThatWasShutDown() {
        Pause pause = new Pause();
        try (Warehouse warehouse = open(Endpoint.builder().executor(pause))) {
            Depot depot = warehouse.depot;
            pause.shutdown();
            depot.drop(warehouse.token(), NO_LOAD, null);
            assertThatThrownBy(() ->
                            depot.storeLater(warehouse.token(), NO_LOAD, null).join())
                    .hasCauseInstanceOf(OverloadedException.class);
            assertThatThrownBy(() -> depot.use(warehouse.token())).isInstanceOf(OverloadedException.class);
            pause.shut = false;
            warehouse.assertNoneIsKept(3);
        }
    }

    @Test
    void shouldForgetThoseBeyondTheServicesLimitOfCalls() {
        try (Warehouse warehouse = open(Endpoint.builder().maxCalls(1))) {
            forgetThoseBeyondTheLimit(warehouse);
        }
    }

    @Test
    void shouldForgetThoseBeyondTheCallersLimitOfCalls() {
        try (Warehouse warehouse =
                new Warehouse(Endpoint.builder(), Endpoint.builder().maxCalls(1))) {
            forgetThoseBeyondTheLimit(warehouse);
        }
    }

    private static void forgetThoseBeyondTheLimit(Warehouse warehouse) {
        Depot depot = warehouse.depot;
        CompletableFuture<Void> pending = depot.pending();
        assertThatThrownBy(
                        () -> depot.storeLater(warehouse.token(), NO_LOAD, null).join())
                .hasCauseInstanceOf(OverloadedException.class);
        warehouse.goOn.complete(null);
        pending.join();
        warehouse.assertNoneIsKept(1);
    }

    @Test
    void shouldForgetThoseBesideAnArgumentThatOnlyItsSenderAllows() {
        try (Warehouse warehouse =
                new Warehouse(Endpoint.builder(), Endpoint.builder().allow(Parcel.class))) {
            Depot depot = warehouse.depot;
            Parcel parcel = new Parcel();
            for (byte[] load : new byte[][] {NO_LOAD, new byte[1 << 20]}) {
                assertThatThrownBy(() -> depot.store(warehouse.token(), load, parcel))
                        .isInstanceOf(EncodingException.class);
                assertThatThrownBy(() -> depot.storeLater(warehouse.token(), load, parcel)
                                .join())
                        .hasCauseInstanceOf(EncodingException.class);
                assertThatThrownBy(() -> depot.drop(warehouse.token(), load, parcel))
                        .isInstanceOf(EncodingException.class);
            }
            warehouse.assertNoneIsKept(6);
        }
    }

    @Test
    void shouldForgetThoseBesideAResultThatOnlyItsSenderAllows() {
        try (Warehouse warehouse = open(Endpoint.builder().allow(Parcel.class))) {
            Depot depot = warehouse.depot;
            for (int loadBytes : new int[] {0, 1 << 20}) {
                assertThatThrownBy(() -> depot.fetch(loadBytes, Last.PARCEL)).isInstanceOf(EncodingException.class);
                assertThatThrownBy(
                                () -> depot.fetchLater(loadBytes, Last.PARCEL).join())
                        .hasCauseInstanceOf(EncodingException.class);
            }
            warehouse.assertNoneIsKept(4);
        }
    }

    @Test
    void shouldForgetThoseBesideWhatCannotBeRead() {
        try (Warehouse warehouse = new Warehouse(
                Endpoint.builder().allow(Brittle.class), Endpoint.builder().allow(Brittle.class))) {
            Depot depot = warehouse.depot;
            Brittle.broken = true;
            for (int loadBytes : new int[] {0, 1 << 20}) {
                byte[] load = new byte[loadBytes];
                assertThatThrownBy(() -> depot.store(warehouse.token(), load, Brittle.WHOLE))
                        .isInstanceOf(EncodingException.class);
                assertThatThrownBy(() -> depot.storeLater(warehouse.token(), load, Brittle.WHOLE)
                                .join())
                        .hasCauseInstanceOf(EncodingException.class);
                depot.drop(warehouse.token(), load, Brittle.WHOLE);
                assertThatThrownBy(() -> depot.fetch(loadBytes, Last.BRITTLE)).isInstanceOf(EncodingException.class);
                assertThatThrownBy(
                                () -> depot.fetchLater(loadBytes, Last.BRITTLE).join())
                        .hasCauseInstanceOf(EncodingException.class);
            }
            warehouse.assertNoneIsKept(10);
        } finally {
            Brittle.broken = false;
        }
    }

    private static <T> void export(Endpoint endpoint, Class<T> type, Object target) {
        endpoint.export(type, type.cast(target));
    }

    private static void put(Object stub, Class<?> type, String method, Token token) throws Throwable {
        try {
            type.getMethod(method, Token.class).invoke(stub, token);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Test
    void shouldForgetThoseForAMethodThatTheOtherVersionLacks(@TempDir Path directory) throws Throwable {
        String token = Token.class.getCanonicalName();
        String former = "public interface Shelf { int size(); }";
        String present = "public interface Shelf { int size(); void put(" + token + " token);"
                + " @io.nearcall.OneWay void drop(" + token + " token); }";
        try (Warehouse warehouse = open(Endpoint.builder());
                URLClassLoader there = Sources.compile(
                        directory.resolve("there"),
                        Map.of(
                                "Shelf",
                                former,
                                "Board",
                                "public class Board implements Shelf { public int size() { return 0; } }"));
                URLClassLoader here = Sources.compile(directory.resolve("here"), Map.of("Shelf", present))) {
            export(
                    warehouse.endpoints.server(),
                    there.loadClass("Shelf"),
                    there.loadClass("Board").getDeclaredConstructor().newInstance());
            Class<?> type = here.loadClass("Shelf");
            Object stub = warehouse.endpoints.client().lookup(type);
            assertThatThrownBy(() -> put(stub, type, "put", warehouse.token()))
                    .isInstanceOf(NoSuchRemoteException.class);
            assertThatThrownBy(() -> put(stub, type, "drop", warehouse.token()))
                    .isInstanceOf(NoSuchRemoteException.class);
            warehouse.assertNoneIsKept(2);
        }
    }
}

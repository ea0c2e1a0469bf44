// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.internal.wire.Limits;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Tap;
import io.nearcall.test.Vectors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A client and a service. The greeting of each asks for values without back-references. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class TreesTest {

    /** Takes things, and gives them out again. */
    public interface Depot {
        void store(Object left, Object right);

        boolean isOneObject();

        Crate[] twice(Crate crate);

        Object circle();

        CompletableFuture<Object> twiceLater(Crate crate);

        void fail() throws Broken;
    }

    /** May contain another, and itself. */
    public static final class Crate {
        String label;
        Object content;
    }

    /** With a field that is the same object twice. */
    public static final class Broken extends Exception {
        private static final long serialVersionUID = 1L;
        private final List<String> one = new ArrayList<>(List.of("a"));
        private final List<String> other = one;

        Broken() {
            super("broken");
        }
    }

    private static final class Shed implements Depot {
        private volatile boolean oneObject;

        @Override
        public void store(Object left, Object right) {
            oneObject = left == right;
        }

        @Override
        public boolean isOneObject() {
            return oneObject;
        }

        @Override
        public Crate[] twice(Crate crate) {
            return new Crate[] {crate, crate, null};
        }

        @Override
        public Object circle() {
            return crateOfItself();
        }

        @Override
        public CompletableFuture<Object> twiceLater(Crate crate) {
            return CompletableFuture.completedFuture(Arrays.asList(crate, crate));
        }

        @Override
        public void fail() throws Broken {
            throw new Broken();
        }
    }

    private static Crate crate(String label, Object content) {
        Crate crate = new Crate();
        crate.label = label;
        crate.content = content;
        return crate;
    }

    private static Crate crateOfItself() {
        Crate inner = crate("inner", null);
        Crate outer = crate("outer", new ArrayList<>(List.of(inner)));
        inner.content = outer;
        return outer;
    }

    private final Vectors vectors = new Vectors("trees.txt");
    private Endpoint server;
    private Endpoint client;
    private Tap tap;
    private Depot depot;

    @BeforeEach
    void connect(@TempDir Path other) {
        server = Endpoint.open();
        server.export(Depot.class, new Shed(), "shm:depot");
        String own = System.setProperty("io.nearcall.dir", other.toString());
        client = Endpoint.open();
        System.setProperty("io.nearcall.dir", own);
        tap = new Tap(PrivateDirectory.path().resolve("depot.sock"), "depot", other, vectors, Limits.TREES);
        depot = client.lookup(Depot.class, "shm:depot");
    }

    @AfterEach
    void end() {
        client.close();
        tap.close();
        server.close();
    }

    @Test
    void shouldWriteEveryObjectAsAFirstOccurrence() throws Exception {
        Crate crate = crate("bolts", new ArrayList<>(List.of(7)));
        depot.store(crate, crate);
        assertThat(depot.isOneObject()).isFalse();

        Crate[] twice = depot.twice(crate);
        assertThat(twice[0]).isNotSameAs(twice[1]).usingRecursiveComparison().isEqualTo(crate);
        assertThat(twice[1]).usingRecursiveComparison().isEqualTo(crate);
        assertThat(twice[2]).isNull();

        List<?> later = (List<?>) depot.twiceLater(crate).get(10, TimeUnit.SECONDS);
        assertThat(later.get(0)).isNotSameAs(later.get(1)).isInstanceOf(Crate.class);
        vectors.check();
    }

    @Test
    void shouldRefuseToWriteAnArgumentThatContainsItself() throws Exception {
        Crate circle = crateOfItself();

        assertThatThrownBy(() -> depot.store(circle, null))
                .isInstanceOfSatisfying(
                        EncodingException.class, e -> assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT))
                .hasMessageContainingAll("object of " + Crate.class.getName(), "contains itself", "back-references");

        Map<String, Object> map = new HashMap<>();
        map.put("all", new Object[] {map});
        assertThatThrownBy(() -> depot.store("x", map)).hasMessageContaining("java.util.HashMap contains itself");
        depot.store(1, 2);
    }

    @Test
    void shouldRefuseToWriteAResultThatContainsItself() {
        assertThatThrownBy(depot::circle)
                .isInstanceOfSatisfying(
                        EncodingException.class, e -> assertThat(e.outcome()).isEqualTo(Outcome.MAY_HAVE_RUN))
                .hasMessageContaining("contains itself");
        assertThat(depot.isOneObject()).isFalse();
    }

    @Test
    void shouldBringAnExceptionAcrossAsEver() {
        assertThatThrownBy(depot::fail)
                .isInstanceOfSatisfying(Broken.class, e -> assertThat(e.one).isSameAs(e.other));
    }
}

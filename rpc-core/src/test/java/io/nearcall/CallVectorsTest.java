// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.internal.wire.ControlBytes;
import io.nearcall.internal.wire.Limits;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.RawPeer;
import io.nearcall.test.Tap;
import io.nearcall.test.Vectors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client and a service say to each other from the binding on. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class CallVectorsTest {

    /** A call of each kind. */
    public interface Kiosk {
        void open();

        long sum(int a, long b, double c, boolean d);

        Paper buy(Paper paper, List<String> extras) throws SoldOut;

        byte[] echo(byte[] bytes);

        Object any(Object thing);

        CompletableFuture<String> later(String text);

        @OneWay
        void tip(int amount);

        int tips();

        int rent(Boat boat);
    }

    /** A class that no signature names. */
    public record Coupon(int percent) {}

    /** An object of the caller's, which is called back. */
    @RemoteObject
    public interface Boat {
        int seats();
    }

    /** What is bought. */
    public record Paper(String title, int pages, Section section) {}

    /** A part of it. */
    public enum Section {
        NEWS,
        SPORTS
    }

    /** Without a stack, which tells of lines and of the JDK. */
    public static final class SoldOut extends Exception {
        private static final long serialVersionUID = 1L;

        SoldOut(String title) {
            super(title, null, false, false);
        }
    }

    private static final class QuietKiosk implements Kiosk {
        private final List<Boat> rented = new ArrayList<>(); // a stub that is given up is released some time
        private volatile int tips;

        @Override
        public void open() {}

        @Override
        public long sum(int a, long b, double c, boolean d) {
            return a + b + (long) c + (d ? 1 : 0);
        }

        @Override
        public Paper buy(Paper paper, List<String> extras) throws SoldOut {
            if (paper.pages() == 0) {
                throw new SoldOut(paper.title());
            }
            return paper;
        }

        @Override
        public byte[] echo(byte[] bytes) {
            return bytes;
        }

        @Override
        public Object any(Object thing) {
            return thing;
        }

        @Override
        public CompletableFuture<String> later(String text) {
            return CompletableFuture.completedFuture(text);
        }

        @Override
        public void tip(int amount) {
            tips = amount;
        }

        @Override
        public int tips() {
            return tips;
        }

        @Override
        public int rent(Boat boat) {
            rented.add(boat);
            return boat.seats();
        }
    }

    /** What a call has with it beside its arguments. */
    public interface Ferry {
        int cross(int passengers);

        @Deadline("20s")
        int crossInTime(int passengers);

        CompletableFuture<String> crossLater();

        @OneWay
        void wave();
    }

    private static final class QuietFerry implements Ferry {
        @Override
        public int cross(int passengers) {
            return passengers;
        }

        @Override
        public int crossInTime(int passengers) {
            return passengers;
        }

        @Override
        public CompletableFuture<String> crossLater() {
            return CompletableFuture.completedFuture("soon");
        }

        @Override
        public void wave() {}
    }

    @ParameterizedTest
    @ValueSource(strings = {"calls.txt", "fragments.txt"})
    void shouldAnswerWhoSaysWhatTheVectorsSay(String file) throws Exception {
        try (Endpoint server = Endpoint.builder().allow(Coupon.class).open()) {
            server.export(Kiosk.class, new QuietKiosk(), "shm:kiosk");
            replay("kiosk", new Vectors(file));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"context.txt", "repeats.txt"})
    void shouldUnderstandTheContextsOfTheVectors(String file) throws Exception {
        try (Endpoint server = Endpoint.open()) {
            server.export(Ferry.class, new QuietFerry(), "shm:ferry");
            replay("ferry", new Vectors(file));
        }
    }

    /** Sends the bytes after {@code >}, and compares the received bytes with those after {@code <}. */
    private static void replay(String service, Vectors vectors) throws Exception {
        try (RawPeer caller = new RawPeer(service)) {
            RawPeer.Lane lane = caller.open(0, false);
            RawPeer.Lane shared = caller.open(2, true);
            List<String> names = vectors.names();
            List<byte[]> bytes = vectors.all();
            assertThat(names).isNotEmpty();
            for (int i = 0; i < names.size(); i++) {
                String[] words = names.get(i).split(" ");
                boolean said = words[0].equals(">");
                if (words[1].equals("control")) {
                    if (said) {
                        caller.send(ControlBytes.read(bytes.get(i)));
                    } else {
                        assertThat(caller.receive()).isEqualTo(ControlBytes.read(bytes.get(i)));
                    }
                    continue;
                }
                RawPeer.Lane at = words[1].equals("shared") ? shared : lane;
                int flags = Integer.parseInt(words[2], 16);
                if (said) {
                    at.send(new RawPeer.Frame(flags, bytes.get(i)));
                } else {
                    RawPeer.Frame frame = at.await();
                    assertThat(frame.payload())
                            .as("entry %d: %s", i, names.get(i))
                            .isEqualTo(bytes.get(i));
                    assertThat(frame.flags()).isEqualTo(flags);
                }
            }
        }
    }

    @Test
    void shouldSendAContextAlongAsTheVectors(@TempDir Path other) throws Exception {
        Vectors vectors = new Vectors("context.txt");
        Context context = Context.empty()
                .with(Context.TRACEPARENT, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                .with("tenant", "M\u00fcller");
        try (Endpoint server = Endpoint.open()) {
            server.export(Ferry.class, new QuietFerry(), "shm:ferry");
            try (Endpoint client = clientOf(other);
                    Tap tap = new Tap(PrivateDirectory.path().resolve("ferry.sock"), "ferry", other, vectors)) {
                assertThat(tap.isOpen()).isTrue();
                Ferry ferry = client.lookup(Ferry.class, "shm:ferry");
                assertThat(ferry.cross(1)).isEqualTo(1);
                assertThat(ferry.crossInTime(2)).isEqualTo(2);
                assertThat(context.call(() -> ferry.cross(3))).isEqualTo(3);
                assertThat(context.call(() -> ferry.crossInTime(4))).isEqualTo(4);
                assertThat(context.call(() -> ferry.crossLater().get(10, TimeUnit.SECONDS)))
                        .isEqualTo("soon");
                context.run(ferry::wave);
                assertThat(ferry.cross(5)).isEqualTo(5);
                vectors.check(); // before the goodbyes, which may come or not
            }
        }
    }

    /** The proxy says to both that it keeps pairs, and passes on what they say. */
    @Test
    void shouldRepeatPairsAsTheVectors(@TempDir Path other) throws Exception {
        Vectors vectors = new Vectors("repeats.txt");
        Context acme = Context.empty().with("tenant", "acme");
        Context german = Context.empty().with("tenant", "M\u00fcller").with("locale", "de");
        try (Endpoint server = Endpoint.open()) {
            server.export(Ferry.class, new QuietFerry(), "shm:ferry");
            try (Endpoint client = clientOf(other);
                    Tap tap = new Tap(
                            PrivateDirectory.path().resolve("ferry.sock"), "ferry", other, vectors, Limits.REPEATS)) {
                assertThat(tap.isOpen()).isTrue();
                Ferry ferry = client.lookup(Ferry.class, "shm:ferry");
                assertThat(acme.call(() -> ferry.cross(1))).isEqualTo(1);
                assertThat(acme.call(() -> ferry.cross(2))).isEqualTo(2);
                assertThat(ferry.cross(3)).isEqualTo(3);
                assertThat(ferry.crossInTime(4)).isEqualTo(4);
                assertThat(acme.call(() -> ferry.crossInTime(5))).isEqualTo(5);
                acme.run(ferry::wave); // the shared lane has had none
                acme.run(ferry::wave);
                assertThat(acme.call(() -> ferry.crossLater().get(10, TimeUnit.SECONDS)))
                        .isEqualTo("soon");
                assertThat(german.call(() -> ferry.cross(6))).isEqualTo(6);
                assertThat(german.call(() -> ferry.cross(7))).isEqualTo(7);
                vectors.check(); // before the goodbyes, which may come or not
            }
        }
    }

    private static Endpoint clientOf(Path directory) {
        String own = System.setProperty("io.nearcall.dir", directory.toString());
        try {
            return Endpoint.builder().allow(Coupon.class).open();
        } finally {
            System.setProperty("io.nearcall.dir", own);
        }
    }

    @Test
    void shouldCallAsTheVectors(@TempDir Path other) throws Exception {
        Vectors vectors = new Vectors("calls.txt");
        try (Endpoint server = Endpoint.builder().allow(Coupon.class).open()) {
            server.export(Kiosk.class, new QuietKiosk(), "shm:kiosk");
            try (Endpoint client = clientOf(other);
                    Tap tap = new Tap(PrivateDirectory.path().resolve("kiosk.sock"), "kiosk", other, vectors)) {
                assertThat(tap.isOpen()).isTrue();
                Kiosk kiosk = client.lookup(Kiosk.class, "shm:kiosk");
                Boat boat = () -> 4;
                kiosk.open();
                assertThat(kiosk.sum(1, -2, 3.5, true)).isEqualTo(3);
                Paper paper = new Paper("Times \u00fc", 40, Section.SPORTS);
                assertThat(kiosk.buy(paper, List.of("pen", "gum"))).isEqualTo(paper);
                assertThat(kiosk.buy(paper, null)).isEqualTo(paper);
                assertThatThrownBy(() -> kiosk.buy(new Paper("Echo", 0, null), List.of()))
                        .isInstanceOf(SoldOut.class)
                        .hasMessageContaining("Echo");
                byte[] bytes = new byte[100];
                Arrays.fill(bytes, (byte) 7);
                assertThat(kiosk.echo(bytes)).isEqualTo(bytes);
                List<Object> mixed = Arrays.asList(1, "a", null, 2.5, paper, paper);
                assertThat(kiosk.any(mixed)).isEqualTo(mixed);
                assertThat(kiosk.any(new Coupon(20))).isEqualTo(new Coupon(20));
                assertThat(kiosk.rent(boat)).isEqualTo(4);
                assertThat(kiosk.later("soon").get(10, TimeUnit.SECONDS)).isEqualTo("soon");
                kiosk.tip(5);
                assertThat(kiosk.tips()).isEqualTo(5);
                vectors.check(); // before the goodbyes, which may come or not
            }
        }
    }
}

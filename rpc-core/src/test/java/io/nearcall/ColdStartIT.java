// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a fresh JVM loads until its first result, over shared memory. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public final class ColdStartIT {

    /** Of which the least counts: on a busy machine a thread may have to wait long, which takes classes of its own. */
    private static final int STARTS = 3;

    /** Classes that load slowly, and classes that are needed only for values that no call has had yet. */
    private static final List<String> UNNECESSARY = List.of(
            "io.nearcall.Inspect",
            "io.nearcall.internal.connection.Inspector",
            "io.nearcall.internal.connection.InspectorService",
            "java.security.SecureRandom",
            "java.util.logging.LogManager",
            "sun.util.calendar.ZoneInfoFile",
            "java.time.zone.TzdbZoneRulesProvider",
            "io.nearcall.internal.codec.FurtherCodecs",
            "io.nearcall.internal.codec.FurtherValues",
            "io.nearcall.internal.codec.FurtherContainers");

    @TempDir
    private Path directory;

    @RemoteService
    public interface Adder {
        int add(int a, int b);
    }

    /** Two beans in a list, so that Kryo, collections and generated codecs are needed. */
    @RemoteService
    public interface Shop {
        Order place(Order order);
    }

    public static final class Order {
        long id;
        String customer;
        List<Line> lines = new ArrayList<>();
    }

    public static final class Line {
        String article;
        int count;
    }

    /** A line of the log of loaded classes. */
    private record Loaded(String name, String source) {

        /** Of a line such as {@code [0.1s][info][class,load] java.lang.Object source: shared objects file}. */
        static Loaded of(String line) {
            String[] parts = line.replaceFirst("^(\\[[^]]*] ?)*", "").split(" source: ", 2);
            return new Loaded(parts[0], parts.length < 2 ? "" : parts[1]);
        }

        /** Whether the JDK's archive has it: others take many times as long. */
        boolean isArchived() {
            return source.startsWith("shared objects file");
        }

        /** Whether it has been made in this process, a lambda or a codec. */
        boolean isMade() {
            return !isArchived() && (name.contains("/0x") || source.startsWith("__"));
        }

        boolean isLambdaForm() {
            return isMade() && name.startsWith("java.lang.invoke.LambdaForm");
        }
    }

    /** What a start may load: a few classes more than were counted. Reflection of newer JDKs makes forms of method handles. */
    private record Bound(int outsideArchive, int made, int lambdaForms) {

        void check(List<Loaded> loaded) {
            assertThat(loaded).anyMatch(Loaded::isArchived); // else the numbers mean nothing
            List<Loaded> slow =
                    loaded.stream().filter(each -> !each.isArchived()).toList();
            List<Loaded> ofThisProcess = slow.stream().filter(Loaded::isMade).toList();
            long forms = ofThisProcess.stream().filter(Loaded::isLambdaForm).count();
            assertThat(slow.size() <= outsideArchive && ofThisProcess.size() <= made && forms <= lambdaForms)
                    .as(
                            "at most %s, but loaded %d, %d, %d; made: %s",
                            this, slow.size(), ofThisProcess.size(), forms, ofThisProcess)
                    .isTrue();
        }
    }

    /** For the JDKs that are counted on; with others nothing is checked, and some have no archive. */
    private static void check(List<Loaded> loaded, Bound with17, Bound with25) {
        int version = Runtime.version().feature();
        if (version == 17 || version == 25) {
            (version == 17 ? with17 : with25).check(loaded);
        }
    }

    @Test
    void shouldLoadNothingForTheFirstCallThatItDoesNotNeed() throws Exception {
        List<Loaded> loaded = loadedBy(FreshAdder.class, Adder.class, (a, b) -> a + b);
        assertThat(loaded)
                .extracting(Loaded::name)
                .contains("io.nearcall.internal.codec.FrameOutput")
                .doesNotContain("io.nearcall.internal.codec.LaneCodec", "io.nearcall.internal.codec.BuiltIn")
                .doesNotContainAnyElementsOf(UNNECESSARY);
        check(loaded, new Bound(419, 1, 0), new Bound(425, 7, 5));
    }

    @Test
    void shouldLoadNothingForTheFirstObjectThatItDoesNotNeed() throws Exception {
        List<Loaded> loaded = loadedBy(FreshShop.class, Shop.class, order -> order);
        assertThat(loaded)
                .extracting(Loaded::name)
                .contains("io.nearcall.internal.codec.LaneCodec")
                .doesNotContainAnyElementsOf(UNNECESSARY)
                .doesNotContain(
                        "com.esotericsoftware.kryo.kryo5.serializers.TimeSerializers",
                        "io.nearcall.internal.codec.FurtherClasses",
                        "java.lang.reflect.Proxy");
        assertThat(loaded)
                .extracting(Loaded::name)
                .filteredOn(name -> name.startsWith("io.nearcall.internal.codec.BuiltInCodecs$$L"))
                .hasSizeLessThan(10); // of some 90
        check(loaded, new Bound(554, 3, 0), new Bound(567, 13, 9));
    }

    /** What a fresh JVM loads that makes one call, the least of some starts. */
    private <T> List<Loaded> loadedBy(Class<?> client, Class<T> type, T target) throws Exception {
        List<Loaded> least = loadedByOne(client, type, target);
        for (int i = 1; i < STARTS; i++) {
            List<Loaded> loaded = loadedByOne(client, type, target);
            least = loaded.size() < least.size() ? loaded : least;
        }
        return least;
    }

    private <T> List<Loaded> loadedByOne(Class<?> client, Class<T> type, T target) throws Exception {
        Path log = directory.resolve("loaded");
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(type, target, "shm:fresh");
            List<String> options = List.of("-Xlog:class+load:file=" + log);
            try (OtherJvm fresh = OtherJvm.start(options, OtherJvm.classPath(), client, "shm:fresh")) {
                assertThat(fresh.readLine()).isEqualTo("5");
            }
        }
        try (Stream<String> lines = Files.lines(log)) {
            return lines.map(Loaded::of).toList();
        }
    }

    /** Calls the service of that name once. */
    static final class FreshAdder {

        private FreshAdder() {}

        public static void main(String[] arguments) {
            try (Endpoint endpoint = Endpoint.open()) {
                say(endpoint.lookup(Adder.class, arguments[0]).add(2, 3));
            }
        }
    }

    /** As above, with an object. */
    static final class FreshShop {

        private FreshShop() {}

        public static void main(String[] arguments) {
            Order order = new Order();
            order.id = 5;
            order.customer = "Ada";
            order.lines.add(new Line());
            order.lines.add(new Line());
            try (Endpoint endpoint = Endpoint.open()) {
                say(endpoint.lookup(Shop.class, arguments[0]).place(order).id);
            }
        }
    }

    /** Exits at once, so that nothing that happens afterwards is counted. */
    private static void say(long result) {
        System.out.println(result);
        Runtime.getRuntime().halt(0);
    }
}

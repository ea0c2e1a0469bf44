// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.EncodingException.Reason;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Sources;
import java.lang.reflect.InvocationTargetException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Two versions of an interface and its classes. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class VersionsTest {

    private static final String OLD_PRICES =
            "public interface Prices { int price(String sku); int count(Item item); void neverMind(); }";
    private static final String NEW_PRICES =
            "public interface Prices { long added(long n); int price(String sku); int count(Item item); int tax(int net); }";
    private static final String SERVER = "public class PriceList implements Prices {"
            + " public int price(String sku) { return sku.length(); }"
            + " public int count(Item item) { return 3; }"
            + " public long added(long n) { return n; } public int tax(int net) { return net / 5; }"
            + " public void neverMind() {} }";
    private static final String OLD_ITEM = "public class Item { public String sku = \"A\"; public int count; }";
    private static final String NEW_ITEM =
            "public class Item { public String sku = \"A\"; public String count = \"\"; }";

    @TempDir
    private Path directory;

    private static <T> void export(Endpoint endpoint, Class<T> type, Object target) {
        endpoint.export(type, type.cast(target));
    }

    private Object call(Object stub, Class<?> type, String method, Class<?> parameter, Object argument)
            throws Throwable {
        try {
            return type.getMethod(method, parameter).invoke(stub, argument);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private interface Body {
        void run(Object stub, Class<?> type, ClassLoader loader) throws Throwable;
    }

    private void withVersions(Map<String, String> server, Map<String, String> client, Body body) throws Throwable {
        try (URLClassLoader there = Sources.compile(directory.resolve("server"), server);
                URLClassLoader here = Sources.compile(directory.resolve("client"), client);
                Endpoint exporting = Endpoint.open();
                Endpoint calling = Endpoint.open()) {
            export(
                    exporting,
                    there.loadClass("Prices"),
                    there.loadClass("PriceList").getDeclaredConstructor().newInstance());
            Class<?> type = here.loadClass("Prices");
            body.run(calling.lookup(type), type, here);
        }
    }

    @Test
    void shouldCallWhatBothVersionsHaveThoughOneHasMore() throws Throwable {
        withVersions(
                Map.of("Prices", NEW_PRICES, "PriceList", SERVER, "Item", OLD_ITEM),
                Map.of("Prices", OLD_PRICES, "Item", OLD_ITEM),
                (stub, type, loader) -> {
                    assertThat(call(stub, type, "price", String.class, "four")).isEqualTo(4);
                    Object item =
                            loader.loadClass("Item").getDeclaredConstructor().newInstance();
                    assertThat(call(stub, type, "count", loader.loadClass("Item"), item))
                            .isEqualTo(3);
                });
    }

    @Test
    void shouldNameTheMethodThatTheOtherVersionLacks() throws Throwable {
        withVersions(
                Map.of("Prices", OLD_PRICES, "PriceList", SERVER, "Item", OLD_ITEM),
                Map.of("Prices", NEW_PRICES, "Item", OLD_ITEM),
                (stub, type, loader) -> {
                    assertThatThrownBy(() -> call(stub, type, "tax", int.class, 100))
                            .isInstanceOf(NoSuchRemoteException.class)
                            .hasMessageContaining("tax(int)")
                            .hasMessageContaining("Prices");
                    assertThat(call(stub, type, "price", String.class, "four")).isEqualTo(4);
                });
    }

    /** So many that its description would not go into a control message. */
    private static String withManyFields(String item) {
        StringBuilder fields = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            fields.append(" public String oneOfVeryManyFields").append(i).append(';');
        }
        return item.replace("}", fields + "}");
    }

    @Test
    void shouldCompareClassesOfAnySizeThatTheInterfaceNames() throws Throwable {
        withVersions(
                Map.of("Prices", NEW_PRICES, "PriceList", SERVER, "Item", withManyFields(OLD_ITEM)),
                Map.of("Prices", NEW_PRICES, "Item", OLD_ITEM),
                (stub, type, loader) -> assertThat(call(stub, type, "count", loader.loadClass("Item"), item(loader)))
                        .isEqualTo(3));
        withVersions(
                Map.of("Prices", NEW_PRICES, "PriceList", SERVER, "Item", withManyFields(NEW_ITEM)),
                Map.of("Prices", NEW_PRICES, "Item", withManyFields(OLD_ITEM)),
                (stub, type, loader) -> assertThatThrownBy(
                                () -> call(stub, type, "count", loader.loadClass("Item"), item(loader)))
                        .isInstanceOfSatisfying(
                                EncodingException.class,
                                e -> assertThat(e.reason()).isEqualTo(Reason.INCOMPATIBLE))
                        .hasMessageContainingAll("Item", "member count", "int here and java.lang.String there"));
    }

    private static String withVersion(int serialVersionUid, String form) {
        return "public class Item implements java.io.Serializable { private static final long serialVersionUID = "
                + serialVersionUid + "; public String sku = \"A\"; " + form + " }";
    }

    private static final String READING_ITSELF =
            "private void readObject(java.io.ObjectInputStream in) throws Exception { in.defaultReadObject(); }";

    /** Which no loader but the interface's has. */
    @Test
    void shouldFindAClassWithAFormOfItsOwnWhereItsInterfaceIs() throws Throwable {
        withVersions(
                Map.of("Prices", NEW_PRICES, "PriceList", SERVER, "Item", withVersion(1, READING_ITSELF)),
                Map.of("Prices", NEW_PRICES, "Item", withVersion(1, READING_ITSELF)),
                (stub, type, loader) -> assertThat(call(stub, type, "count", loader.loadClass("Item"), item(loader)))
                        .isEqualTo(3));
    }

    @Test
    void shouldLookAtTheSerialVersionUidOfAClassWithAFormOfItsOwnOnly() throws Throwable {
        withVersions(
                Map.of("Prices", NEW_PRICES, "PriceList", SERVER, "Item", withVersion(1, "")),
                Map.of("Prices", NEW_PRICES, "Item", withVersion(2, "")),
                (stub, type, loader) -> assertThat(call(stub, type, "count", loader.loadClass("Item"), item(loader)))
                        .isEqualTo(3));
        withVersions(
                Map.of("Prices", NEW_PRICES, "PriceList", SERVER, "Item", withVersion(1, READING_ITSELF)),
                Map.of("Prices", NEW_PRICES, "Item", withVersion(2, READING_ITSELF)),
                (stub, type, loader) -> {
                    assertThatThrownBy(() -> call(stub, type, "count", loader.loadClass("Item"), item(loader)))
                            .isInstanceOfSatisfying(
                                    EncodingException.class,
                                    e -> assertThat(e.outcome()).isEqualTo(Outcome.NOT_STARTED))
                            .hasMessageContainingAll("Item", "serialVersionUID = 2", "serialVersionUID = 1");
                    assertThat(call(stub, type, "price", String.class, "four")).isEqualTo(4);
                });
    }

    private static Object item(ClassLoader loader) throws ReflectiveOperationException {
        return loader.loadClass("Item").getDeclaredConstructor().newInstance();
    }

    /** No interface names the classes in the bag. Eight threads, and both sides, offer them to each other. */
    @Test
    void shouldAgreeOnClassesThatBothSidesMeetAtOnce() throws Throwable {
        String bag = "public interface Bag { Object turn(Object thing); }";
        Map<String, String> server = Map.of(
                "Bag",
                bag,
                "TurningBag",
                "public class TurningBag implements Bag { public Object turn(Object thing) {"
                        + " Taken taken = new Taken(); taken.text = thing.toString(); return taken; } }",
                "Given",
                "public class Given { public int count; public String note = \"!\";"
                        + " public String toString() { return count + note; } }",
                "Taken",
                "public class Taken { public String text; public int spare = 1; }");
        Map<String, String> client = Map.of(
                "Bag",
                bag,
                "Given",
                "public class Given { public int count; }",
                "Taken",
                "public class Taken { public long more = 5; public String text;"
                        + " public String toString() { return text + more; } }");
        try (URLClassLoader there = Sources.compile(directory.resolve("server"), server);
                URLClassLoader here = Sources.compile(directory.resolve("client"), client);
                Endpoint exporting = Endpoint.builder()
                        .allow(there.loadClass("Given"), there.loadClass("Taken"))
                        .open()) {
            export(
                    exporting,
                    there.loadClass("Bag"),
                    there.loadClass("TurningBag").getDeclaredConstructor().newInstance());
            for (int round = 0; round < 10; round++) {
                try (Endpoint calling = Endpoint.builder()
                        .allow(here.loadClass("Given"), here.loadClass("Taken"))
                        .open()) {
                    turnInEightThreads(calling.lookup(here.loadClass("Bag")), here);
                }
            }
        }
    }

    private static void turnInEightThreads(Object stub, ClassLoader loader) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Object>> turned = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Object given =
                        loader.loadClass("Given").getDeclaredConstructor().newInstance();
                given.getClass().getField("count").set(given, i);
                turned.add(threads.submit(() ->
                        loader.loadClass("Bag").getMethod("turn", Object.class).invoke(stub, given)));
            }
            for (int i = 0; i < 8; i++) {
                assertThat(turned.get(i).get()).hasToString(i + "!5");
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void shouldNameTheClassAndTheFieldThatDiffer() throws Throwable {
        withVersions(
                Map.of("Prices", NEW_PRICES, "PriceList", SERVER, "Item", NEW_ITEM),
                Map.of("Prices", NEW_PRICES, "Item", OLD_ITEM),
                (stub, type, loader) -> {
                    Object item =
                            loader.loadClass("Item").getDeclaredConstructor().newInstance();
                    assertThatThrownBy(() -> call(stub, type, "count", loader.loadClass("Item"), item))
                            .isInstanceOfSatisfying(
                                    EncodingException.class,
                                    e -> assertThat(e.className()).isEqualTo("Item"))
                            .hasMessageContaining("count");
                    assertThat(call(stub, type, "price", String.class, "four")).isEqualTo(4);
                });
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.build.GenerateStubs;
import io.nearcall.build.NearcallPlugin;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Sources;
import java.io.File;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.bytebuddy.build.BuildLogger;
import net.bytebuddy.build.Plugin;
import net.bytebuddy.dynamic.ClassFileLocator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Codecs that were generated when an application was built, in a JVM of its own. */
@Timeout(120)
@ExtendWith(PrivateDirectory.class)
class BuiltCodecsIT {

    private static final String SHOP = "@io.nearcall.RemoteService public interface Shop {"
            + " Order place(Order order); record Line(String item, int count) {} }";

    private static final String ORDER = "public class Order { private String customer; private Shop.Line line; %s"
            + " public Order(String customer, Shop.Line line) { this.customer = customer; this.line = line; }"
            + " public String toString() { return customer + \" \" + line.item() + \" \" + line.count(); } }";

    private static final String COUNTER =
            "public class Counter implements Shop { public Order place(Order order) { return order; } }";

    @TempDir
    private Path directory;

    private Path classes;

    @BeforeEach
    void compileAnApplication() throws IOException {
        classes = directory.resolve("classes");
        compile(classes, Map.of("Shop", SHOP, "Order", ORDER.formatted(""), "Counter", COUNTER));
    }

    private static void compile(Path into, Map<String, String> sources) throws IOException {
        try (URLClassLoader loader = Sources.compile(into, sources)) {
            assertThat(loader).isNotNull();
        }
    }

    @Test
    void shouldGenerateNothingAtRunTime() throws Exception {
        GenerateStubs.main(new String[] {classes.toString()});

        try (OtherJvm jvm = run("built", withoutByteBuddy(), classes)) {
            assertThat(jvm.readLine()).isEqualTo("Ada tea 2");
            assertThat(jvm.readLine()).isEqualTo("Order$NearcallCodec");
            assertThat(jvm.readLine()).isEqualTo("Shop$Line$NearcallCodec");
        }
    }

    @Test
    void shouldGenerateTheSameByByteBuddysPlugin() throws Exception {
        List<String> said = new ArrayList<>();
        Path once = enhance(classes, "once", said);
        Path twice = enhance(once, "twice", said); // as a build does that compiles no class again
        GenerateStubs.main(new String[] {classes.toString()});

        for (String name : List.of("Order$NearcallCodec.class", "Shop$Line$NearcallCodec.class")) {
            assertThat(once.resolve(name)).hasSameBinaryContentAs(classes.resolve(name));
        }
        assertThat(twice.resolve("Shop.class")).hasSameBinaryContentAs(once.resolve("Shop.class"));
        assertThat(said).isEmpty();
        try (OtherJvm jvm = run("built", withoutByteBuddy(), twice)) {
            assertThat(jvm.readLine()).isEqualTo("Ada tea 2");
            assertThat(jvm.readLine()).isEqualTo("Order$NearcallCodec");
            assertThat(jvm.readLine()).isEqualTo("Shop$Line$NearcallCodec");
        }
    }

    @Test
    void shouldListWhatIsGeneratedAtRunTime() throws Exception {
        Path library = directory.resolve("library");
        Path application = directory.resolve("application");
        compile(library, Map.of("Order", ORDER.formatted(""), "Shop", SHOP));
        Files.createDirectory(application);
        Files.move(library.resolve("Shop.class"), application.resolve("Shop.class"));
        Files.move(library.resolve("Shop$Line.class"), application.resolve("Shop$Line.class"));
        List<String> said = new ArrayList<>();

        new Plugin.Engine.Default()
                .with(new ClassFileLocator.Compound(
                        ClassFileLocator.ForClassLoader.of(getClass().getClassLoader()),
                        new ClassFileLocator.ForFolder(library.toFile())))
                .apply(
                        application.toFile(),
                        Files.createDirectory(directory.resolve("enhanced")).toFile(),
                        new Plugin.Factory.Simple(new NearcallPlugin(remembering(said))));

        assertThat(said).containsExactly("Codecs that are generated at run time: Order");
    }

    @Test
    void shouldGenerateAnewWhatIsOutdated() throws Exception {
        GenerateStubs.main(new String[] {classes.toString()});
        Map<String, String> changed =
                Map.of("Shop", SHOP, "Order", ORDER.formatted("private int more;"), "Counter", COUNTER);
        compile(classes, changed);

        // Neither Order has its member now, nor Shop its codec in its nest.
        try (OtherJvm jvm = run("auto", OtherJvm.classPath(), classes)) {
            assertThat(jvm.readLine()).isEqualTo("Ada tea 2");
            assertThat(jvm.readLine()).startsWith("Order$Codec/0x");
            assertThat(jvm.readLine()).startsWith("Shop$Line$Codec/0x");
        }
    }

    private Path enhance(Path from, String name, List<String> said) throws IOException {
        Path enhanced = Files.createDirectory(directory.resolve(name));
        new Plugin.Engine.Default()
                .with(ClassFileLocator.ForClassLoader.of(getClass().getClassLoader()))
                .apply(
                        from.toFile(),
                        enhanced.toFile(),
                        new Plugin.Factory.Simple(new NearcallPlugin(remembering(said))));
        return enhanced;
    }

    private static BuildLogger remembering(List<String> said) {
        return new BuildLogger.Adapter() {
            @Override
            public void info(String message) {
                said.add(message);
            }
        };
    }

    private static OtherJvm run(String choice, String classPath, Path application) {
        return OtherJvm.start(
                List.of("-Dio.nearcall.stubs=" + choice), application + File.pathSeparator + classPath, Program.class);
    }

    private static String withoutByteBuddy() {
        List<String> entries = new ArrayList<>(List.of(OtherJvm.classPath().split(File.pathSeparator)));
        assertThat(entries.removeIf(entry -> entry.contains("byte-buddy-"))).isTrue();
        return String.join(File.pathSeparator, entries);
    }

    /** Passes an order to another endpoint and back, and tells which codecs there are. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) throws Exception {
            call(Class.forName("Shop"));
            System.out.println(codecOf("Order"));
            System.out.println(codecOf("Shop$Line"));
        }

        private static <T> void call(Class<T> type) throws Exception {
            Class<?> line = Class.forName("Shop$Line");
            Class<?> orderType = Class.forName("Order");
            Object order = orderType
                    .getConstructor(String.class, line)
                    .newInstance(
                            "Ada", line.getConstructor(String.class, int.class).newInstance("tea", 2));
            Object target = Class.forName("Counter").getConstructor().newInstance();
            try (Endpoint server = Endpoint.open();
                    Endpoint client = Endpoint.open()) {
                server.export(type, type.cast(target), "shop");
                System.out.println(type.getMethod("place", orderType).invoke(client.lookup(type, "shop"), order));
            }
        }

        private static String codecOf(String name) throws ClassNotFoundException {
            return Serializers.of(Class.forName(name)).getClass().getName();
        }
    }
}

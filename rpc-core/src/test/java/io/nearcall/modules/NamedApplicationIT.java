// SPDX-License-Identifier: Apache-2.0
package io.nearcall.modules;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Sources;
import java.io.File;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Applications that are modules of their own, and find Nearcall on the module path. */
@Timeout(120)
@ExtendWith(PrivateDirectory.class)
class NamedApplicationIT {

    private static final Path SOURCES = Path.of("src/test/resources/modules");

    /** What a user puts there: Nearcall's three jars and the two that they need. */
    private static final String NEARCALL = Stream.of(OtherJvm.classPath().split(File.pathSeparator))
            .filter(NamedApplicationIT::isOfNearcall)
            .collect(Collectors.joining(File.pathSeparator));

    @TempDir
    private Path directory;

    private static boolean isOfNearcall(String entry) {
        String name = Path.of(entry).getFileName().toString();
        return name.equals("classes") || name.startsWith("nearcall-") || name.matches("(kryo5|byte-buddy)-[0-9].*");
    }

    private void compile(String module) throws Exception {
        Sources.compileModule(directory.resolve(module), SOURCES.resolve(module), NEARCALL);
    }

    private OtherJvm start(String module, String main) {
        return OtherJvm.startModule(directory.resolve(module) + File.pathSeparator + NEARCALL, module + "/" + main);
    }

    @Test
    void shouldCallBetweenTwoProcesses() throws Exception {
        compile("my.app");
        try (OtherJvm server = start("my.app", "shop.Server")) {
            assertThat(server.readLine()).isEqualTo("ready");
            try (OtherJvm client = start("my.app", "shop.Client")) {
                assertThat(client.readLine()).startsWith("module my.app, module io.nearcall");
                assertThat(client.readLine()).isEqualTo("Order[item=tea, count=3, lines=[green]]");
                assertThat(client.readLine()).isEqualTo("4");
                assertThat(client.readLine()).isEqualTo("3");
                assertThat(client.readLine()).isEqualTo("Order[item=tea, count=3, lines=[green]]");
                assertThat(client.readLine()).isEqualTo("tea");
                assertThat(client.readLine()).isEqualTo("oats");
                assertThat(server.readLine()).isEqualTo("client has seen");
                assertThat(client.readLine()).isEqualTo("10 left, 10");
                assertThat(client.readLine())
                        .contains("shop.closed.Parcel")
                        .contains("\"opens shop.closed to io.nearcall;\"")
                        .contains("module-info.java of my.app")
                        .contains("--add-opens my.app/shop.closed=io.nearcall");
                assertThat(client.awaitExit(20)).isZero();
            }
        }
    }

    @Test
    void shouldSayWhatToExportWhereAnInterfaceIsNot() throws Exception {
        compile("my.unexported");
        try (OtherJvm jvm = start("my.unexported", "shop.Main")) {
            assertThat(jvm.readLine())
                    .contains("shop.Main$Orders")
                    .contains("its module my.unexported does not export")
                    .contains("\"exports shop;\" to its module-info.java");
        }
    }

    @Test
    void shouldWorkForProgramsOfJavaRmi() throws Exception {
        compile("my.rmi");
        try (OtherJvm server = start("my.rmi", "bank.Server")) {
            assertThat(server.readLine()).isEqualTo("ready");
            try (OtherJvm client = start("my.rmi", "bank.Client")) {
                assertThat(client.readLine()).isEqualTo("3");
                assertThat(client.readLine()).isEqualTo("bob");
                assertThat(client.readLine()).isEqualTo("nobody");
                assertThat(client.readLine()).contains("NotBoundException", "shop");
                assertThat(client.awaitExit(20)).isZero();
            }
        }
    }

    @Test
    void shouldShareMemoryAndReportErrorsWithoutRemoteCalls() throws Exception {
        compile("my.ipc");
        try (OtherJvm jvm = start("my.ipc", "counter.Main")) {
            assertThat(jvm.readLine()).isEqualTo("1");
            assertThat(jvm.readLine()).contains("/nowhere", "ENOENT");
            assertThat(jvm.awaitExit(20)).isZero();
        }
    }
}

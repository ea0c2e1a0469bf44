// SPDX-License-Identifier: Apache-2.0
package io.nearcall.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ByRef;
import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.Inspect;
import io.nearcall.RemoteObject;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.internal.codec.SignatureClasses;
import io.nearcall.internal.connection.Inspection;
import io.nearcall.internal.connection.Inspector;
import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.test.MemoryNetwork;
import io.nearcall.test.PrivateDirectory;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public final class InspectionTest {

    public interface Till {
        Receipt pay(List<? extends Line> lines, @ByRef Consumer<Progress> progress) throws NoMoney;

        Drawer drawer();
    }

    @RemoteObject
    public interface Drawer extends Opening<Key> {
        int coins();
    }

    public interface Opening<K> {
        boolean open(K key);
    }

    public enum Key {
        SMALL
    }

    public record Progress(int percent) {}

    public record Receipt(Instant at, Payment payment) {}

    public sealed interface Payment permits Card, Cash {}

    public record Card(String number) implements Payment {}

    public record Cash(int cents) implements Payment {}

    public abstract static class Item {
        String name;
        Weight[] weights;
    }

    public record Weight(int grams) {}

    public static class Line extends Item {
        static final Hidden HIDDEN = new Hidden();
        transient Hidden hidden;
        int count;

        Hidden hide() {
            return hidden;
        }
    }

    public static final class Hidden {}

    public static class NoMoney extends Trouble {
        private static final long serialVersionUID = 1L;
        transient Hidden hidden;
    }

    public static class Trouble extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private static final class Desk implements Till {
        @Override
        public Receipt pay(List<? extends Line> lines, Consumer<Progress> progress) {
            return null;
        }

        @Override
        public Drawer drawer() {
            return null;
        }
    }

    private static Inspector inspector(Endpoint client) {
        return OwnObjects.of(client).inspector("Till", Duration.ZERO);
    }

    private static Map<String, byte[]> read(byte[] answer) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(answer));
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            files.put(name, in.readNBytes(in.readInt()));
        }
        assertThat(in.read()).isEqualTo(-1);
        return files;
    }

    @Test
    void shouldSendTheClassesOfSignaturesAndNoOthers() throws IOException {
        try (Endpoint server = Endpoint.open();
                Endpoint client = Endpoint.open()) {
            server.export(Till.class, new Desk());
            Map<String, byte[]> files = read(inspector(client).classFiles("Till"));
            assertThat(files.keySet())
                    .map(name -> name.replaceFirst(".*\\$", ""))
                    .containsExactlyInAnyOrder(
                            "Till",
                            "Drawer",
                            "Opening",
                            "Key",
                            "Progress",
                            "Receipt",
                            "Payment",
                            "Card",
                            "Cash",
                            "Item",
                            "Weight",
                            "Line",
                            "NoMoney",
                            "Trouble");
            assertThat(files.values()).allMatch(file -> file[0] == (byte) 0xCA && file[1] == (byte) 0xFE);
        }
    }

    @Test
    void shouldListServicesAndSayWhatIsAllowed() {
        try (Endpoint server =
                        Endpoint.builder().name("shop").inspect(Inspect.CALL).open();
                Endpoint client = Endpoint.open()) {
            server.export(Till.class, new Desk());
            server.export(Till.class, new Desk(), "other.till");
            Inspector inspector = inspector(client);
            assertThat(inspector.services())
                    .containsExactly("Till", Till.class.getName(), "other.till", Till.class.getName());
            assertThat(inspector.about())
                    .containsSubsequence("inspect", "CALL")
                    .containsSubsequence("endpoint", "shop")
                    .containsSubsequence(
                            "pid", Long.toString(ProcessHandle.current().pid()));
            assertThat(client.services()).containsExactly("Till", "other.till");
        }
    }

    @Test
    void shouldSendNoCode() throws IOException {
        try (Endpoint server = Endpoint.open();
                Endpoint client = Endpoint.open()) {
            server.export(Till.class, new Desk());
            byte[] line = read(inspector(client).classFiles("Till")).get(Line.class.getName());
            assertThat(new String(line, StandardCharsets.ISO_8859_1))
                    .contains("count")
                    .doesNotContain("Code", "HIDDEN", "InspectionTest.java");
        }
    }

    @Test
    void shouldTellOtherHostsOfServicesForThemAndNotOfTheProcess() {
        try (MemoryNetwork network = new MemoryNetwork();
                Endpoint server =
                        Endpoint.builder().transport(network.server("", "shop")).open();
                Endpoint client =
                        Endpoint.builder().transport(network.caller("till")).open()) {
            server.export(Till.class, new Desk());
            server.export(Till.class, new Desk(), "unix:within");
            Inspector inspector =
                    OwnObjects.of(client).inspector(MemoryNetwork.address("any", "shop"), Duration.ofSeconds(30));
            assertThat(inspector.services()).containsExactly("Till", Till.class.getName());
            assertThat(inspector.classFiles("within")).isEmpty();
            String[] about = inspector.about();
            assertThat(about).hasSize(6).containsSubsequence("endpoint", "", "id"); // its name has the process id
        }
    }

    @Test
    void shouldTellOtherHostsNothingIfItIsOff() {
        try (MemoryNetwork network = new MemoryNetwork();
                Endpoint server = Endpoint.builder()
                        .transport(network.server("", "shop"))
                        .inspect(Inspect.OFF)
                        .open();
                Endpoint client =
                        Endpoint.builder().transport(network.caller("till")).open()) {
            server.export(Till.class, new Desk());
            assertThatThrownBy(() -> OwnObjects.of(client)
                            .inspector(MemoryNetwork.address("any", "shop"), Duration.ofSeconds(30)))
                    .isInstanceOf(Inspection.Unavailable.class)
                    .hasMessageContaining("The endpoint at memory://shop does not describe its services");
        }
    }

    @Test
    void shouldAnswerNothingForWhatIsNoService() {
        try (Endpoint server = Endpoint.open();
                Endpoint client = Endpoint.open()) {
            server.export(Till.class, new Desk());
            Inspector inspector = inspector(client);
            for (String name : new String[] {"", null, Inspector.NAME, "till", "../Till", Desk.class.getName()}) {
                assertThat(inspector.classFiles(name)).as(name).isEmpty();
            }
        }
    }

    @Test
    void shouldNotBeThereIfItIsOff() {
        try (Endpoint server = Endpoint.builder().inspect(Inspect.OFF).open();
                Endpoint client = Endpoint.open()) {
            server.export(Till.class, new Desk());
            assertThatThrownBy(() -> inspector(client))
                    .isInstanceOf(Inspection.Unavailable.class)
                    .hasMessageContaining("Process " + ProcessHandle.current().pid())
                    .hasMessageContaining("io.nearcall.inspect=off");
        }
    }

    @Test
    void shouldSayThatAServiceIsNotThere() {
        try (Endpoint client = Endpoint.open()) {
            assertThatThrownBy(() -> inspector(client)).isInstanceOf(ServiceNotFoundException.class);
        }
    }

    @Test
    void shouldKeepItsNameFromPrograms() {
        try (Endpoint server = Endpoint.open()) {
            assertThatThrownBy(() -> server.export(Till.class, new Desk(), Inspector.NAME))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void shouldRefuseAPropertyThatSaysSomethingElse() {
        String former = System.setProperty("io.nearcall.inspect", "maybe");
        try {
            assertThatThrownBy(Endpoint::builder)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("io.nearcall.inspect=maybe: must be one of off, describe and call");
            System.setProperty("io.nearcall.inspect", "Off");
            EndpointBuilder builder = Endpoint.builder();
            try (Endpoint server = builder.open();
                    Endpoint client = Endpoint.open()) {
                server.export(Till.class, new Desk());
                assertThatThrownBy(() -> inspector(client)).isInstanceOf(Inspection.Unavailable.class);
            }
        } finally {
            if (former == null) {
                System.clearProperty("io.nearcall.inspect");
            } else {
                System.setProperty("io.nearcall.inspect", former);
            }
        }
    }

    @Test
    void shouldWriteTheInterfaceFirst() throws IOException {
        DataInputStream classes = new DataInputStream(new ByteArrayInputStream(SignatureClasses.write(Till.class)));
        assertThat(classes.readInt()).isPositive();
        assertThat(classes.readUTF()).isEqualTo(Till.class.getName());
    }
}

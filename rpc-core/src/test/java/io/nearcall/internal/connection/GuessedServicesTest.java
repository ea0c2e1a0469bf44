// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ConnectionLostException;
import io.nearcall.ConnectionRefusedException;
import io.nearcall.EncodingException;
import io.nearcall.NoSuchRemoteException;
import io.nearcall.OneWay;
import io.nearcall.RemoteObject;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.codec.ClassShape;
import io.nearcall.internal.codec.Patience;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.stub.Route;
import io.nearcall.internal.stub.ServiceTarget;
import io.nearcall.test.MemoryNetwork;
import io.nearcall.test.PrivateDirectory;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A caller of another host that guesses the numbers of services which are not exported for it, without looking them up. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public final class GuessedServicesTest {

    private static final long PATIENCE_NS = 30_000_000_000L;
    private static final String PLACE = "shop";

    public interface Vault {
        int echo(int number);

        CompletableFuture<Integer> later(int number);

        @OneWay
        void note();

        int noted();

        int count(Drawer drawer);

        void keep(Note note);
    }

    public record Note(String text) {}

    @RemoteObject
    public interface Drawer {
        int coins();
    }

    /** All that may be called of it, by whatever interface. */
    private static final class Room implements Vault, Drawer {
        private final AtomicInteger calls = new AtomicInteger();
        private final int coins;

        Room(int coins) {
            this.coins = coins;
        }

        @Override
        public int echo(int number) {
            calls.incrementAndGet();
            return number;
        }

        @Override
        public CompletableFuture<Integer> later(int number) {
            calls.incrementAndGet();
            return CompletableFuture.completedFuture(number);
        }

        @Override
        public void note() {
            calls.incrementAndGet();
        }

        @Override
        public int noted() {
            return calls.get();
        }

        @Override
        public int count(Drawer drawer) {
            return drawer.coins();
        }

        @Override
        public void keep(Note note) {
            calls.incrementAndGet();
        }

        @Override
        public int coins() {
            calls.incrementAndGet();
            return coins;
        }
    }

    private final MemoryNetwork network = new MemoryNetwork();
    private final Room secret = new Room(1000);
    private EndpointCore server;
    private EndpointCore client;
    private Vault open;
    private Connection connection;
    private int openId;
    private int secretId;

    @BeforeEach
    void connect() {
        server = HeldMonitor.endpoint("server", 8, network.server("", PLACE));
        client = HeldMonitor.endpoint("client", 8, network.caller("spiffe://shop/thief"));
        server.export(Vault.class, new Room(1), ServiceAddress.parse("open", "auto"));
        server.export(Vault.class, secret, ServiceAddress.parse("secret", "auto"), Set.of("spiffe://shop/till"));
        openId = server.exports().get("open").id();
        secretId = server.exports().get("secret").id();
        open = LookUp.now(client, Vault.class, address("open"), PATIENCE_NS);
        client.connections().forEach(known -> connection = known);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        network.close();
    }

    private static ServiceAddress address(String service) {
        return ServiceAddress.parse(MemoryNetwork.address(service, PLACE), "auto");
    }

    /** Of the service of that number, as if it had been bound. */
    private <T> T guess(Class<T> type, int id) {
        Interfaces.Described<T> described = client.interfaces().describe(type);
        int[] methods = IntStream.range(0, described.callee().methods().size()).toArray();
        Route route = new Route(
                connection, connection.lanes().borrowed(), connection.lanes().shared(), id, methods);
        return described.analysed().stub(new ServiceTarget(described.callee(), "guessed", route, route));
    }

    @Test
    void shouldRunNoCallOfThem() {
        assertThat(guess(Vault.class, openId).echo(7)).isEqualTo(7); // so a guess would do
        Vault guessed = guess(Vault.class, secretId);
        assertThatThrownBy(() -> guessed.echo(7)).isInstanceOf(NoSuchRemoteException.class);
        assertThatThrownBy(() -> guessed.later(7).join()).hasCauseInstanceOf(NoSuchRemoteException.class);
        guessed.note();
        open.note(); // behind it on the lane
        while (open.noted() < 2) { // with the call above
            Thread.onSpinWait();
        }
        assertThat(secret.noted()).isZero();
    }

    /** Not even that there is such an object, or which methods it has. */
    @Test
    void shouldTellOfThemWhatItTellsOfServicesThatDoNotExist() {
        int none = secretId + 1;
        for (int id : new int[] {secretId, none}) {
            Vault guessed = guess(Vault.class, id);
            Drawer other = guess(Drawer.class, id);
            assertThatThrownBy(() -> guessed.count(null)).isInstanceOf(NoSuchRemoteException.class);
            assertThatThrownBy(other::coins).isInstanceOf(NoSuchRemoteException.class);
        }
    }

    @Test
    void shouldGiveNoReferenceToTheirObjects() {
        assertThat(connection.references().view(openId, Drawer.class)).isInstanceOf(Drawer.class);
        assertThat(connection.references().view(secretId, Drawer.class)).isNull();
    }

    /** In place of the stub of a service that comes home. */
    @Test
    void shouldNotPassTheirObjectsToTheMethodsOfOthers() {
        assertThat(open.count(guess(Drawer.class, openId))).isEqualTo(1);
        assertThatThrownBy(() -> open.count(guess(Drawer.class, secretId))).isInstanceOf(EncodingException.class);
        assertThat(secret.noted()).isZero();
    }

    /** The shape of a class, for example. */
    @Test
    void shouldTellACallerOfNoClassBeforeItHasFoundAService() {
        try (EndpointCore thief = HeldMonitor.endpoint("thief", 8, network.caller("spiffe://shop/thief"))) {
            refuse(thief);
            assertThat(agree(thief, "no shape")).isEmpty();
            assertThat(binder(thief).bind("", "any", new String[0])).hasSize(1); // the binder's own name
            assertThat(agree(thief, "no shape")).isEmpty();
            LookUp.now(thief, Vault.class, address("open"), PATIENCE_NS);
            assertThat(agree(thief, ClassShape.of(Note.class).text())).isNotEmpty();
        }
    }

    @Test
    void shouldEndTheConnectionOfACallerThatOffersAClassBeforeItHasFoundAService() {
        try (EndpointCore thief = HeldMonitor.endpoint("thief", 8, network.caller("spiffe://shop/thief"))) {
            refuse(thief);
            assertThatThrownBy(() -> connection.agreement().agree(Note.class, Patience.UNHURRIED))
                    .isInstanceOf(ConnectionLostException.class);
            assertThat(connection.isClosed()).isTrue();
        }
    }

    /** The connection is that over which it was refused. */
    private void refuse(EndpointCore caller) {
        assertThatThrownBy(() -> LookUp.now(caller, Vault.class, address("secret"), PATIENCE_NS))
                .isInstanceOf(ConnectionRefusedException.class);
        caller.connections().forEach(known -> connection = known);
    }

    private String agree(EndpointCore caller, String shape) {
        String[] names = {Note.class.getName()};
        String[] shapes = {shape};
        return binder(caller).agree(names, shapes)[0];
    }

    private Binder binder(EndpointCore caller) {
        return InterfaceBinding.binder(caller, connection, "any", Deadlines.after(PATIENCE_NS));
    }

    private static Inspector inspector(EndpointCore caller) {
        return Inspection.of(caller, MemoryNetwork.address("any", PLACE), Duration.ofNanos(PATIENCE_NS));
    }

    @Test
    void shouldTellToolsOnlyOfServicesThatTheirCallerMayCall() {
        Inspector inspector = inspector(client);
        assertThat(inspector.services()).containsExactly("open", Vault.class.getName());
        assertThat(inspector.classFiles("open")).isNotEmpty();
        assertThat(inspector.classFiles("secret")).isEmpty();
        try (EndpointCore till = HeldMonitor.endpoint("till", 8, network.caller("spiffe://shop/till"))) {
            assertThat(inspector(till).services())
                    .containsExactly("open", Vault.class.getName(), "secret", Vault.class.getName());
            assertThat(inspector(till).classFiles("secret")).isNotEmpty();
        }
    }

    @Test
    void shouldTellToolsNothingOfTheProcess() {
        assertThat(inspector(client).about())
                .containsExactly(
                        "inspect",
                        "DESCRIBE",
                        "endpoint",
                        "server",
                        "id",
                        server.id().toString());
    }

    @Test
    void shouldTellACallerOfNoClassBecauseItHasFoundTheInspector() {
        try (EndpointCore thief = HeldMonitor.endpoint("thief", 8, network.caller("spiffe://shop/thief"))) {
            assertThat(inspector(thief).services()).hasSize(2);
            thief.connections().forEach(known -> connection = known);
            assertThat(agree(thief, "no shape")).isEmpty();
        }
    }
}

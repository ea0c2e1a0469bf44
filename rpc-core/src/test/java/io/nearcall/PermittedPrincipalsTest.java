// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.internal.statistics.PageView;
import io.nearcall.test.MemoryNetwork;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Workshop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Which callers of other hosts may look up and call services that are exported for certain names. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public final class PermittedPrincipalsTest {

    private static final String TILL = "spiffe://shop/till";
    private static final String THIEF = "spiffe://shop/thief";
    private static final String WORKSHOP = "workshop";
    private static final String PLACE = "shop";

    private final MemoryNetwork network = new MemoryNetwork();
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final QuietWorkshop workshop = new QuietWorkshop();
    private final Endpoint server = server();

    @AfterEach
    void close() {
        endpoints.forEach(Endpoint::close);
        network.close();
    }

    private Endpoint server() {
        Endpoint opened = Endpoint.builder()
                .name("server")
                .channel("auto") // a service of one channel is not for other hosts
                .transport(network.server("", PLACE))
                .open();
        endpoints.add(0, opened);
        return opened;
    }

    /** An endpoint of another host. */
    private Endpoint caller(String principal) {
        Endpoint opened = Endpoint.builder()
                .name("caller")
                .transport(network.caller(principal))
                .lookupTimeout(Duration.ofSeconds(30))
                .open();
        endpoints.add(0, opened);
        return opened;
    }

    private static Workshop lookup(Endpoint caller) {
        return caller.lookup(Workshop.class, MemoryNetwork.address(WORKSHOP, PLACE));
    }

    private void exportFor(String... principals) {
        server.export(Workshop.class, workshop, WORKSHOP, Set.of(principals));
    }

    private static void assertRefused(ThrowingCallable call, String... words) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown instanceof CompletionException ? thrown.getCause() : thrown)
                .isInstanceOfSatisfying(ConnectionRefusedException.class, refusal -> {
                    assertThat(refusal.outcome()).isEqualTo(Outcome.NOT_SENT);
                    assertThat(refusal.serviceName()).isEqualTo(WORKSHOP);
                })
                .hasMessageContainingAll("memory://shop", WORKSHOP)
                .hasMessageContainingAll(words)
                .hasMessageNotContaining(Workshop.class.getName());
    }

    @Test
    void shouldLetTheNamedCallersCall() {
        exportFor("spiffe://shop/desk", TILL);
        assertThat(lookup(caller(TILL)).echo(7)).isEqualTo(7);
    }

    @Test
    void shouldRefuseACallerOfAnotherNameAndSayWhatWouldPermitIt() {
        exportFor(TILL);
        Endpoint thief = caller(THIEF);
        assertRefused(() -> lookup(thief), THIEF, "add that name to the principals in Endpoint.export");
    }

    @Test
    void shouldRefuseACallerThatHasProvenNoName() {
        exportFor(TILL);
        Endpoint nobody = caller("");
        assertRefused(() -> lookup(nobody), "has not proven any", "certificate");
    }

    @Test
    void shouldRefuseAllCallersOfOtherHostsIfNoneIsNamed() {
        exportFor();
        Endpoint till = caller(TILL);
        assertRefused(() -> lookup(till), TILL);
    }

    @Test
    void shouldLetCallersOfThisHostCall() {
        exportFor(TILL);
        assertThat(caller(THIEF).lookup(Workshop.class, WORKSHOP).echo(7)).isEqualTo(7);
    }

    @Test
    void shouldRestrictTheNamedServiceOnly() {
        exportFor(TILL);
        server.export(Workshop.class, workshop, "open");
        Endpoint thief = caller(THIEF);
        assertRefused(() -> lookup(thief), THIEF);
        Workshop open = thief.lookup(Workshop.class, MemoryNetwork.address("open", PLACE));
        assertThat(open.echo(7)).isEqualTo(7); // over the session that was refused the other one
    }

    @Test
    void shouldRefuseTheFirstCallOfEachKindOfAStubThatIsNotBound() {
        exportFor(TILL);
        Workshop stub = caller(THIEF).stub(Workshop.class, MemoryNetwork.address(WORKSHOP, PLACE));
        assertRefused(() -> stub.echo(1), THIEF);
        assertRefused(() -> stub.later(1, 0).join(), THIEF);
        assertRefused(() -> stub.note(1), THIEF);
        assertRefused(() -> Remotes.callAsync(stub, given -> given.echo(1)).join(), THIEF);
        assertThat(workshop.noted()).isEmpty();
    }

    /** The next process with that name may be stricter. */
    @Test
    void shouldRefuseAStubThatLooksForItsServiceAgain() {
        server.export(Workshop.class, workshop, WORKSHOP);
        Workshop stub = lookup(caller(THIEF));
        assertThat(stub.echo(1)).isEqualTo(1);
        server.close();
        server().export(Workshop.class, workshop, WORKSHOP, Set.of(TILL));
        ThrowingCallable call = () -> stub.echo(1);
        while (catchThrowable(call) instanceof ConnectionLostException) { // until the stub has seen the end
            Thread.onSpinWait();
        }
        assertRefused(call, THIEF);
    }

    @Test
    void shouldRefuseABindingThatWasMadeBeforeTheExportWasRestricted() {
        Export before = server.export(Workshop.class, workshop, WORKSHOP);
        Endpoint thief = caller(THIEF);
        Workshop stub = lookup(thief);
        assertThat(stub.echo(1)).isEqualTo(1);
        before.close();
        exportFor(TILL);
        assertThatThrownBy(() -> stub.echo(1)).isInstanceOf(NoSuchRemoteException.class);
        assertRefused(() -> lookup(thief), THIEF);
    }

    @RemoteObject
    public interface Drawer {
        int coins();
    }

    public interface Desk {
        Drawer drawer();
    }

    @Test
    void shouldLetWhoeverHasReceivedAReferenceCallTheObject() {
        Drawer drawer = () -> 12;
        server.export(Drawer.class, drawer, "drawer", Set.of());
        server.export(Desk.class, (Desk) () -> drawer, "desk", Set.of(TILL));
        Desk desk = caller(TILL).lookup(Desk.class, MemoryNetwork.address("desk", PLACE));
        assertThat(desk.drawer().coins()).isEqualTo(12);
    }

    @Test
    void shouldCountARefusal() {
        exportFor(TILL);
        while (OwnObjects.of(server).statistics() == null) { // shown soon after the export
            Thread.onSpinWait();
        }
        Endpoint thief = caller(THIEF);
        assertRefused(() -> lookup(thief), THIEF);
        assertThat(OwnObjects.of(server).statistics().refusals())
                .filteredOn(refusals -> refusals.reason().equals("NOT_PERMITTED"))
                .singleElement()
                .satisfies(refusals -> assertThat(refusals.byServer()).isTrue())
                .extracting(PageView.Refusals::count)
                .isEqualTo(1L);
    }

    @Test
    void shouldNotTakeABlankNameWhichWouldPermitWhoeverHasProvenNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> exportFor(TILL, " "))
                .withMessageContaining("blank");
        assertThat(server.services()).isEmpty();
    }

    @Test
    void shouldNotTakeNamesForAChannelThatOtherHostsDoNotReach() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> server.export(Workshop.class, workshop, "unix:workshop", Set.of(TILL)))
                .withMessageContaining("name=unix:workshop");
        assertThat(server.services()).isEmpty();
    }
}

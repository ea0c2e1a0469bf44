// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.remote.RemoteLink;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Workshop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CounterpartTest {

    @Test
    void shouldLetAnotherHostThatWasConnectedToCallNothingThatIsExported() {
        try (EndpointCore core = HeldMonitor.endpoint("shop")) {
            RemoteLink accepted = new RemoteLink(core.monitor(), "test", "test://somewhere", true, ended -> {});
            RemoteLink opened = new RemoteLink(core.monitor(), "test", "test://somewhere", false, ended -> {});
            ExportedObject binder = core.exports().get(FrameFormat.BINDER_OBJECT_ID);
            assertThat(binder.isForOtherHosts()).isTrue();
            Counterpart caller = new Counterpart(accepted);
            Counterpart called = new Counterpart(opened);

            assertThat(caller.mayCall(binder)).isTrue();
            assertThat(called.mayCall(binder)).isTrue(); // callbacks need it

            core.export(Workshop.class, new QuietWorkshop(), ServiceAddress.parse("shm:local", "auto"));
            core.export(Workshop.class, new QuietWorkshop(), ServiceAddress.parse("offered", "auto"));
            ExportedObject offered = core.exports().get("offered");
            assertThat(caller.mayCall(core.exports().get("local"))).isFalse();
            assertThat(caller.mayCall(offered)).isTrue();
            assertThat(called.mayCall(offered)).isFalse();
            new ControlSocket(accepted.descriptor()).close();
            new ControlSocket(opened.descriptor()).close();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Takes more than a minute, so it runs with -Pfull only. */
@Timeout(180)
class XdsRestIT {

    @Test
    void shouldLeaveTheControlPlaneAMinuteAfterTheServersWereAskedForLast() throws Exception {
        ControlPlane plane = ControlPlane.open();
        plane.name("rest", new InetSocketAddress("192.0.2.1", 7443));
        XdsServers servers = new XdsServers();
        XdsServersTest.await(servers, "rest", "rest/192.0.2.1:7443");
        TimeUnit.SECONDS.sleep(5); // less than a minute
        assertThat(servers.of("xds:///rest")).containsExactly("rest/192.0.2.1:7443");
        long sinceNs = System.nanoTime();
        while (plane.isFollowed("rest")) {
            TimeUnit.MILLISECONDS.sleep(100); // until the minute is over
        }
        assertThat(System.nanoTime() - sinceNs).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(59));
        assertThat(servers.of("xds:///rest")).containsExactly("rest/192.0.2.1:7443");
    }
}

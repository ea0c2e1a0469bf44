// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Workshop;
import java.lang.reflect.Field;

/** A service that states the endpoint id of another process's service, and answers to the name of that one as well. */
public final class Impostor {

    /** Its own name. */
    static final String NAME = "impostor";

    private Impostor() {}

    /** @param arguments the name of the service whose id it states */
    public static void main(String[] arguments) throws Exception {
        EndpointCore endpoint = HeldMonitor.endpoint(NAME);
        Field id = EndpointCore.class.getDeclaredField("id");
        id.setAccessible(true);
        String channel = System.getenv().getOrDefault("NEARCALL_CHANNEL", "shm");
        RawClient client = new RawClient(arguments[0], channel); // and holds one of its connections
        id.set(endpoint, ((ControlMessage.Welcome) client.receive()).endpointId());
        Workshop workshop = new QuietWorkshop();
        endpoint.exports().add(endpoint.interfaces().analyse(Workshop.class), workshop, arguments[0], null);
        endpoint.export(Workshop.class, workshop, ServiceAddress.parse(NAME, "auto"));
        System.out.println("ready");
        endpoint.awaitClose();
    }
}

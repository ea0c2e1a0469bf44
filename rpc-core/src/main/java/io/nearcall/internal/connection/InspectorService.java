// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.Inspect;
import io.nearcall.internal.call.CurrentCall;
import io.nearcall.internal.codec.SignatureClasses;
import io.nearcall.internal.reference.ExportTable;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.ipc.host.Host;
import java.util.ArrayList;
import java.util.List;

/** The inspector of an endpoint, as tools call it. Made when the first tool asks for it. */
final class InspectorService implements Inspector {

    private final EndpointCore core;

    InspectorService(EndpointCore core) {
        this.core = core;
    }

    /** The exported inspector of an endpoint, made when the first tool asks; null if the endpoint must tell nothing. */
    static ExportedObject of(EndpointCore core) {
        if (core.settings().inspect() == Inspect.OFF) {
            return null;
        }
        ExportTable table = core.exports();
        synchronized (table) {
            ExportedObject known = table.get(NAME);
            return known != null ? known : make(core, table);
        }
    }

    private static ExportedObject make(EndpointCore core, ExportTable table) {
        ExportedObject made = table.add(
                core.interfaces().analyse(Inspector.class),
                new InspectorService(core),
                NAME,
                null); // no hooks, because its calls are not the application's
        made.offerToOtherHosts(null); // each is told of what it may call
        return made;
    }

    @Override
    public String[] about() {
        String permission = core.settings().inspect().name();
        String name = core.settings().name();
        String pid = Integer.toString(Host.current().pid());
        String id = core.id().toString();
        if (caller().link() != null) { // processes and versions do not concern other hosts
            return new String[] {PERMISSION, permission, NAME_OF_ENDPOINT, name.equals(pid) ? "" : name, ID, id};
        }
        String version = EndpointCore.class.getPackage().getImplementationVersion();
        return new String[] {
            PERMISSION,
            permission,
            NAME_OF_ENDPOINT,
            name,
            ID,
            id,
            "pid",
            pid,
            "nearcall",
            version == null ? "" : version, // empty for classes that are in no jar
            "java",
            Runtime.version().toString(),
        };
    }

    @Override
    public String[] services() {
        List<String> answer = new ArrayList<>();
        for (ExportedObject each : core.exports().services()) {
            if (isShown(each)) {
                answer.add(each.serviceName());
                answer.add(each.type().type().getName());
            }
        }
        return answer.toArray(new String[0]);
    }

    @Override
    public byte[] classFiles(String serviceName) {
        ExportedObject service = serviceName == null ? null : core.exports().get(serviceName);
        return service == null || !isShown(service)
                ? new byte[0]
                : SignatureClasses.write(service.type().type());
    }

    /** Whether it is a service that the caller may call. */
    private static boolean isShown(ExportedObject object) {
        return isService(object) && caller().mayCall(object);
    }

    private static Counterpart caller() {
        return ((Connection) CurrentCall.context().connection()).counterpart();
    }

    /** Whether it is neither the binder nor the inspector. */
    static boolean isService(ExportedObject object) {
        return !object.serviceName().isEmpty() && !object.serviceName().equals(NAME);
    }
}

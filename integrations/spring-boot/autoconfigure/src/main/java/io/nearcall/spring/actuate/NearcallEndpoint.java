// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.actuate;

import io.nearcall.Endpoint;
import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.spring.autoconfigure.ClientBean;
import io.nearcall.spring.autoconfigure.ServiceLifecycle;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * Serves {@code /actuator/nearcall}: the services that this application exports and calls, the services in its runtime
 * directory, and the sessions with other hosts. Only reads.
 */
@org.springframework.boot.actuate.endpoint.annotation.Endpoint(id = "nearcall")
public final class NearcallEndpoint {

    private final Endpoint endpoint;
    private final ServiceLifecycle services;
    private final ListableBeanFactory beans;

    public NearcallEndpoint(Endpoint endpoint, ServiceLifecycle services, ListableBeanFactory beans) {
        this.endpoint = endpoint;
        this.services = services;
        this.beans = beans;
    }

    /** An exported bean. */
    public record Exported(String bean, String type) {}

    /** A client bean, for a service of another process. */
    public record Called(String address, String type, boolean eager) {}

    /**
     * A session with another host.
     *
     * @param peer where the other host is
     * @param principal the name that it has proven to have; empty if none
     * @param accepted whether it has connected, rather than this application
     */
    public record Session(String peer, String principal, boolean accepted) {}

    /**
     * Describes the endpoint.
     *
     * @param exported the beans that are exported, by the name or address of the service
     * @param called the client beans, by their names
     * @param services the services of all live processes in the runtime directory
     * @param sessions the sessions with other hosts
     */
    public record Description(
            Map<String, Exported> exported,
            Map<String, Called> called,
            List<String> services,
            List<Session> sessions) {}

    /** Reads the runtime directory. */
    @ReadOperation
    public Description describe() {
        Map<String, Exported> exported = new TreeMap<>();
        services.exported()
                .forEach(each -> exported.put(
                        each.service(), new Exported(each.bean(), each.type().getName())));
        Map<String, Called> called = new TreeMap<>();
        for (String name : beans.getBeanNamesForType(ClientBean.class)) {
            ClientBean<?> client = (ClientBean<?>) beans.getBean(name);
            called.put(
                    BeanFactoryUtils.transformedBeanName(name),
                    new Called(client.address(), client.getObjectType().getName(), client.isEager()));
        }
        List<Session> sessions = OwnObjects.of(endpoint).sessions().stream()
                .map(each -> new Session(each.peer(), each.principal(), each.accepted()))
                .toList();
        return new Description(exported, called, endpoint.isClosed() ? List.of() : endpoint.services(), sessions);
    }
}

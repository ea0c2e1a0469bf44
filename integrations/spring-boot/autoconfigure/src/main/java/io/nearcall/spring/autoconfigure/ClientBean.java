// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import io.nearcall.DeadlineExceededException;
import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.Remotes;
import io.nearcall.spring.EagerClientException;
import java.time.Duration;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.annotation.Autowired;

/** Makes the bean of a service of another process: a stub. */
public final class ClientBean<T> implements FactoryBean<T>, InitializingBean {

    private static final Duration SLOW = Duration.ofSeconds(5);

    private final Class<T> type;
    private Endpoint endpoint;
    private NearcallProperties properties;
    private T stub;

    ClientBean(Class<T> type) {
        this.type = type;
    }

    @Autowired
    void use(Endpoint contextEndpoint, NearcallProperties nearcallProperties) {
        this.endpoint = contextEndpoint;
        this.properties = nearcallProperties;
    }

    /**
     * Makes the stub. Blocks only if the client is eager, until the service is there or the look-up timeout is over.
     *
     * @throws EagerClientException if the client is eager and does not find its service
     * @throws IllegalArgumentException if its deadline is not positive
     */
    @Override
    public void afterPropertiesSet() {
        Duration deadline = properties.clientOf(serviceName()).getDeadline();
        T found = isEager() ? findEagerly() : endpoint.stub(type, address());
        stub = deadline == null ? found : Remotes.withDeadline(found, deadline);
    }

    private T findEagerly() {
        try {
            return endpoint.lookup(type, address());
        } catch (NearcallException e) {
            throw new EagerClientException(serviceName(), type, e);
        }
    }

    @Override
    public T getObject() {
        return stub;
    }

    /**
     * Finds the service as it is now. Does not wait for a missing service, and waits up to 5 s for one that does not
     * answer.
     *
     * @return a stub of the service
     * @throws NearcallException if the service is not there, or does not answer
     */
    public T findNow() {
        try {
            return endpoint.lookup(type, address(), Duration.ZERO);
        } catch (DeadlineExceededException e) {
            return endpoint.lookup(type, address(), SLOW);
        }
    }

    /** Returns the name that the interface gives, by which the properties know the client. */
    public String serviceName() {
        return ExportedInterfaces.serviceName(type);
    }

    /** Returns the name or address under which the service is looked up. */
    public String address() {
        String address = properties.clientOf(serviceName()).getAddress();
        return address == null ? serviceName() : address;
    }

    /** Returns whether the service is one of another host, whose processes are not known here. */
    public boolean isOfOtherHost() {
        return address().contains("://");
    }

    @Override
    public Class<T> getObjectType() {
        return type;
    }

    /** Returns whether the start of the context fails if the service is not there. */
    public boolean isEager() {
        return properties.clientOf(serviceName()).isEager();
    }
}

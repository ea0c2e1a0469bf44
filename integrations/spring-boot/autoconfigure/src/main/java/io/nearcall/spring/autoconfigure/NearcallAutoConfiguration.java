// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.spi.CallListener;
import io.nearcall.spi.ClientInterceptor;
import io.nearcall.spi.ServerInterceptor;
import io.nearcall.spring.EndpointBuilderCustomizer;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.core.task.VirtualThreadTaskExecutor;

/** Opens the endpoint of the context, and exports its beans with {@link io.nearcall.spring.NearcallService}. */
@AutoConfiguration
@EnableConfigurationProperties(NearcallProperties.class)
public class NearcallAutoConfiguration {

    /**
     * Makes the endpoint. The context closes the endpoint after it has destroyed the beans that use it. The end of the
     * JVM does not close it. If the application has an endpoint bean of its own, that bean is used instead. It should
     * be closed in the same way ({@link EndpointBuilder#closeOnExit}).
     */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    public Endpoint nearcallEndpoint(
            NearcallProperties properties,
            Environment environment,
            BeanFactory beans,
            ObjectProvider<CallListener> listeners,
            ObjectProvider<ClientInterceptor> clientInterceptors,
            ObjectProvider<ServerInterceptor> serverInterceptors,
            ObjectProvider<EndpointBuilderCustomizer> customizers) {
        EndpointBuilder builder = Endpoint.builder().closeOnExit(false);
        apply(properties, environment, builder);
        Executor executor = executor(properties.getServer().getExecutor(), beans);
        if (executor != null) {
            builder.executor(executor);
        }
        listeners.orderedStream().forEach(builder::listener);
        clientInterceptors.orderedStream().forEach(builder::clientInterceptor);
        serverInterceptors.orderedStream().forEach(builder::serverInterceptor);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.open();
    }

    private static void apply(NearcallProperties properties, Environment environment, EndpointBuilder builder) {
        String name = properties.getName() != null
                ? properties.getName()
                : environment.getProperty("spring.application.name", "");
        builder.name(name)
                .deadline(properties.getDeadline())
                .lookupTimeout(properties.getLookupTimeout())
                .maxLanes(properties.getMaxLanes())
                .maxCalls(properties.getMaxCalls())
                .maxReferences(properties.getMaxReferences())
                .maxConnections(properties.getMaxConnections())
                .maxMessageBytes(properties.getMaxMessageSize().toBytes());
        if (properties.getDir() != null) {
            builder.directory(properties.getDir());
        }
        if (properties.getChannel() != null) {
            builder.channel(properties.getChannel());
        }
        if (properties.getInspect() != null) {
            builder.inspect(properties.getInspect());
        }
        properties.getAllowPackages().forEach(builder::allowPackage);
        properties.getAllowUsers().forEach(builder::allowUser);
    }

    /** Returns null for the threads of the endpoint. */
    private static Executor executor(String executor, BeanFactory beans) {
        return switch (executor) {
            case "none" -> null;
            case "virtual" -> new VirtualThreadTaskExecutor("nearcall-call-");
            default -> beans.getBean(executor, Executor.class);
        };
    }

    /** Exports the beans. */
    @Bean
    @ConditionalOnMissingBean
    public ServiceLifecycle nearcallServices(
            Endpoint endpoint, NearcallProperties properties, ListableBeanFactory beans) {
        return new ServiceLifecycle(endpoint, properties.getServer(), beans);
    }

    /** Gives running calls their whole grace period. */
    @Bean
    LongDrain nearcallLongDrain(ObjectProvider<ServiceLifecycle> services) {
        return new LongDrain(services);
    }
}

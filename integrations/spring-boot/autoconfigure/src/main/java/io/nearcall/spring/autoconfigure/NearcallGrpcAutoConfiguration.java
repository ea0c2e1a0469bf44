// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import io.nearcall.grpc.GrpcTransport;
import io.nearcall.spring.EndpointBuilderCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Connects the endpoint with other hosts, as the properties {@code nearcall.grpc.*} say. */
@AutoConfiguration(before = NearcallAutoConfiguration.class)
@EnableConfigurationProperties(NearcallProperties.class)
public class NearcallGrpcAutoConfiguration {

    /** For applications with {@code nearcall-grpc}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(GrpcTransport.class)
    static class WithGrpc {

        /**
         * Makes the transport, which knows at which port it listens. Without any of the properties, it has the
         * options of the system properties.
         */
        @Bean
        @ConditionalOnMissingBean
        GrpcTransport nearcallGrpcTransport(NearcallProperties properties, ObjectProvider<SslBundles> bundles) {
            GrpcProperties options = properties.getGrpc();
            return options.isAnySet() ? ConfiguredTransport.of(options, bundles) : new GrpcTransport();
        }

        @Bean
        EndpointBuilderCustomizer nearcallGrpcCustomizer(GrpcTransport transport) {
            return builder -> builder.transport(transport);
        }
    }

    /** For applications without {@code nearcall-grpc}: none of their properties may need it. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass("io.nearcall.grpc.GrpcTransport")
    static class WithoutGrpc {

        private static final String SCHEME = "grpc://";

        /** Makes the check, which comes before an endpoint that would not listen, and before clients without a transport. */
        @Bean
        EndpointBuilderCustomizer nearcallGrpcCheck(NearcallProperties properties) {
            return builder -> check(properties);
        }

        private static void check(NearcallProperties properties) {
            GrpcProperties options = properties.getGrpc();
            requireNone("nearcall.grpc.port", options.getPort());
            requireNone("nearcall.grpc.address", options.getAddress());
            requireNone("nearcall.grpc.ssl.bundle", options.getSsl().getBundle());
            requireNone("nearcall.grpc.insecure-reason", options.getInsecureReason());
            properties.getClient().forEach((name, client) -> {
                if (client.getAddress() != null && client.getAddress().startsWith(SCHEME)) {
                    requireNone("nearcall.client." + name + ".address", client.getAddress());
                }
            });
        }

        private static void requireNone(String property, Object value) {
            if (value != null) {
                throw new InvalidConfigurationPropertyValueException(
                        property,
                        value,
                        "It is for calls between hosts, and nearcall-grpc is not on the class path. Add the dependency"
                                + " io.nearcall:nearcall-grpc.");
            }
        }
    }
}

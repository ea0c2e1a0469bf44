// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import io.grpc.NameResolverRegistry;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Another resolver of gRPC, with {@link ChoicePolicy} around the policies that it finds. */
final class ChoiceResolver extends NameResolverProvider {

    private static final String POLICIES = "loadBalancingConfig";
    private static final int PRIORITY = 5; // of gRPC's own providers

    private final NameResolverProvider original;

    ChoiceResolver(NameResolverProvider original) {
        this.original = original;
    }

    @Override
    public NameResolver newNameResolver(URI target, NameResolver.Args arguments) {
        NameResolver.ServiceConfigParser parser = arguments.getServiceConfigParser();
        return original.newNameResolver(
                target,
                arguments.toBuilder()
                        .setServiceConfigParser(new NameResolver.ServiceConfigParser() {
                            @Override
                            public NameResolver.ConfigOrError parseServiceConfig(Map<String, ?> config) {
                                return parser.parseServiceConfig(aroundPolicies(config));
                            }
                        })
                        .setNameResolverRegistry(
                                NameResolverRegistry.getDefaultRegistry()) // clusters may have names of DNS
                        .build());
    }

    private static Map<String, ?> aroundPolicies(Map<String, ?> config) {
        Object policies = config.get(POLICIES);
        if (policies == null) {
            return config;
        }
        Map<String, Object> changed = new HashMap<>(config);
        changed.put(POLICIES, List.of(Map.of(ChoicePolicy.NAME, Map.of(ChoicePolicy.AROUND, policies))));
        return changed;
    }

    @Override
    public String getDefaultScheme() {
        return original.getDefaultScheme();
    }

    @Override
    protected boolean isAvailable() {
        return true;
    }

    @Override
    protected int priority() {
        return PRIORITY;
    }
}

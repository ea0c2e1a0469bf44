// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import io.nearcall.grpc.GrpcTransport;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslManagerBundle;

/** Makes a transport with the properties {@code nearcall.grpc.*}. */
final class ConfiguredTransport {

    private static final String BUNDLE = "nearcall.grpc.ssl.bundle";

    private ConfiguredTransport() {}

    static GrpcTransport of(GrpcProperties options, ObjectProvider<SslBundles> bundles) {
        GrpcTransport.Builder builder = GrpcTransport.builder();
        if (options.getPort() != null) {
            builder.listen(options.getAddress(), options.getPort());
        } else if (options.getAddress() != null) {
            throw new InvalidConfigurationPropertyValueException(
                    "nearcall.grpc.address", options.getAddress(), "nearcall.grpc.port has to be set, too.");
        }
        if (options.getInsecureReason() != null) {
            builder.insecure(options.getInsecureReason());
        }
        String bundle = options.getSsl().getBundle();
        return bundle == null ? builder.build() : secured(builder, bundle, bundles.getObject());
    }

    /** New sessions use what the bundle has then. */
    private static GrpcTransport secured(GrpcTransport.Builder builder, String name, SslBundles bundles) {
        SslManagerBundle managers = managers(name, bundles.getBundle(name));
        GrpcTransport transport = builder.managers(managers.getKeyManagerFactory(), managers.getTrustManagerFactory())
                .build();
        bundles.addBundleUpdateHandler(name, updated -> {
            SslManagerBundle renewed = managers(name, updated);
            transport.renew(renewed.getKeyManagerFactory(), renewed.getTrustManagerFactory());
        });
        return transport;
    }

    /** Without a trust store, the bundle would trust whomever the JDK trusts, which includes many strangers. */
    private static SslManagerBundle managers(String name, SslBundle bundle) {
        require(name, "key store", bundle.getStores().getKeyStore());
        require(name, "trust store", bundle.getStores().getTrustStore());
        return bundle.getManagers();
    }

    private static void require(String bundle, String kind, Object store) {
        if (store == null) {
            throw new InvalidConfigurationPropertyValueException(
                    BUNDLE,
                    bundle,
                    "The bundle has no " + kind + ". Both sides prove who they are, so it needs a key store and a trust"
                            + " store.");
        }
    }
}

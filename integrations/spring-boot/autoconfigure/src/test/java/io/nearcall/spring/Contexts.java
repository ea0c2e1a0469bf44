// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import io.nearcall.spring.autoconfigure.NearcallAutoConfiguration;
import io.nearcall.spring.autoconfigure.NearcallClientsHealthAutoConfiguration;
import io.nearcall.spring.autoconfigure.NearcallEndpointAutoConfiguration;
import io.nearcall.spring.autoconfigure.NearcallGrpcAutoConfiguration;
import io.nearcall.spring.autoconfigure.NearcallHealthAutoConfiguration;
import java.nio.file.Path;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Contexts with Nearcall's configurations. */
final class Contexts {

    private Contexts() {}

    /** Whose endpoint meets others in that directory. */
    static ApplicationContextRunner in(Path directory) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        NearcallGrpcAutoConfiguration.class,
                        NearcallAutoConfiguration.class,
                        NearcallHealthAutoConfiguration.class,
                        NearcallClientsHealthAutoConfiguration.class,
                        NearcallEndpointAutoConfiguration.class))
                .withPropertyValues("nearcall.dir=" + directory.resolve("run"), "nearcall.lookup-timeout=1s");
    }
}

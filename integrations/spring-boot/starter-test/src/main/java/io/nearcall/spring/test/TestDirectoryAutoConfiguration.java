// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.test;

import io.nearcall.spring.EndpointBuilderCustomizer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.FileSystemUtils;

/** Gives the endpoint of a test its own directory. */
@AutoConfiguration
class TestDirectoryAutoConfiguration {

    /** The directory. It is made with the bean, and removed after the endpoint, which depends on the customizer. */
    static final class TestDirectory implements DisposableBean {

        private final Path path;

        TestDirectory() {
            try {
                path = Files.createTempDirectory("nearcall-test-");
            } catch (IOException e) {
                throw new UncheckedIOException("No directory for the endpoint of the test", e);
            }
        }

        @Override
        public void destroy() throws IOException {
            FileSystemUtils.deleteRecursively(path);
        }
    }

    @Bean
    TestDirectory nearcallTestDirectory() {
        return new TestDirectory();
    }

    /** Sets the directory. Runs last, because properties of the application may name another directory. */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    EndpointBuilderCustomizer nearcallTestDirectoryCustomizer(TestDirectory directory) {
        return builder -> builder.directory(directory.path);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import io.nearcall.build.BuiltFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.aot.generate.GeneratedFiles;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.ClassUtils;

/** Writes the classes of remote interfaces, and metadata, among the files of Spring's ahead-of-time processing. */
final class BuiltStubs {

    /*
     * Classes that are already on the class path are not written again: a build may have run Nearcall's plugin before,
     * and several contexts, such as those of tests, share their files. A class that gets a codec as its nest mate is
     * written with a changed list of nest mates. The build copies it over the class that it has compiled. So this is
     * done only for classes in directories. Classes in jars belong to others.
     */

    private static final Log LOG = LogFactory.getLog(BuiltStubs.class);

    private final ClassLoader loader;
    private final GeneratedFiles files;

    BuiltStubs(ClassLoader loader, GeneratedFiles files) {
        this.loader = loader;
        this.files = files;
    }

    /** @throws IllegalArgumentException if an interface cannot be called remotely */
    void write(Collection<Class<?>> interfaces) {
        BuiltFiles built = BuiltFiles.of(BuiltFiles.withReached(interfaces), this::compiled);
        for (Map.Entry<String, byte[]> each : built.classFiles().entrySet()) {
            write(Kind.CLASS, pathOf(each.getKey()), each.getValue());
        }
        for (Map.Entry<String, String> each : built.resources().entrySet()) {
            write(Kind.RESOURCE, each.getKey(), each.getValue().getBytes(StandardCharsets.UTF_8));
        }
        if (!built.missing().isEmpty()) {
            LOG.info("Codecs that are generated at run time, as their classes come from other modules: "
                    + String.join(", ", built.missing()));
        }
    }

    private void write(Kind kind, String path, byte[] content) {
        if (!Arrays.equals(content, read(loader.getResource(path)))) {
            files.handleFile(kind, path, file -> file.override(new ByteArrayResource(content)));
        }
    }

    /** Returns null for a class of a jar. */
    private byte[] compiled(String name) {
        URL found = loader.getResource(pathOf(name));
        return found != null && found.getProtocol().equals("file") ? read(found) : null;
    }

    private static byte[] read(URL found) {
        if (found == null) {
            return null;
        }
        try (InputStream content = found.openStream()) {
            return content.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(found + " cannot be read", e);
        }
    }

    private static String pathOf(String className) {
        return ClassUtils.convertClassNameToResourcePath(className) + ClassUtils.CLASS_FILE_SUFFIX;
    }
}

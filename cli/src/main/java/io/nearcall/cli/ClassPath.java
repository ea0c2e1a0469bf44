// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import io.nearcall.cli.model.Refusal;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;

/** The classes of the user. None of them is initialised. */
final class ClassPath implements AutoCloseable {

    private final URLClassLoader loader;
    private final String text;

    private ClassPath(String text, URLClassLoader loader) {
        this.text = text;
        this.loader = loader;
    }

    /** @throws Refusal if a directory or jar does not exist, or is something else */
    static ClassPath of(String text) {
        List<URL> urls = new ArrayList<>();
        for (String entry : text.split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (!Files.exists(path)) {
                throw new Refusal("--class-path names " + entry + ", which does not exist.");
            }
            requireJar(path);
            try {
                urls.add(path.toUri().toURL());
            } catch (MalformedURLException e) {
                throw new Refusal("--class-path names " + entry + ", which is not a path: " + e.getMessage(), e);
            }
        }
        return new ClassPath(text, new URLClassLoader(urls.toArray(URL[]::new), ClassPath.class.getClassLoader()));
    }

    /** A class loader ignores a file that is not a jar, and reports nothing. So this method checks the file. */
    private static void requireJar(Path path) {
        if (Files.isDirectory(path)) {
            return;
        }
        try {
            new ZipFile(path.toFile()).close();
        } catch (IOException e) {
            throw new Refusal("--class-path names " + path + ", which is neither a directory nor a jar: " + e, e);
        }
    }

    ClassLoader loader() {
        return loader;
    }

    /** @throws Refusal if one of the classes is not found */
    List<Class<?>> find(List<String> names) {
        List<Class<?>> found = new ArrayList<>();
        for (String name : names) {
            Class<?> type = find(name);
            if (!found.contains(type)) {
                found.add(type);
            }
        }
        return found;
    }

    /** The name of a nested class may have dots. */
    private Class<?> find(String name) {
        String binaryName = name;
        while (true) {
            try {
                return Class.forName(binaryName, false, loader);
            } catch (ClassNotFoundException e) {
                int dot = binaryName.lastIndexOf('.');
                if (dot < 0) {
                    throw new Refusal(
                            "There is no class " + name + " in " + text + ". Compile it, or correct --class-path.", e);
                }
                binaryName = binaryName.substring(0, dot) + '$' + binaryName.substring(dot + 1);
            } catch (LinkageError e) {
                throw new Refusal("The class " + name + " cannot be loaded: " + e + ". Correct --class-path.", e);
            }
        }
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException("A jar of the class path cannot be closed: " + e, e);
        }
    }
}

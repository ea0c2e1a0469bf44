// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.live;

import io.nearcall.cli.model.Refusal;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;

/** Loads the classes of a service's interface from the class files that its process has sent. */
final class SentClasses extends ClassLoader {

    private static final String OBJECT = "java/lang/Object";

    private final Map<String, byte[]> files;

    private SentClasses(Map<String, byte[]> files) {
        super(SentClasses.class.getClassLoader());
        this.files = files;
    }

    /**
     * Returns the interface. @param answer what the process has sent, as {@code SignatureClasses} of rpc-core writes it
     */
    static Class<?> interfaceOf(byte[] answer) {
        Map<String, byte[]> sent = new LinkedHashMap<>();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(answer))) {
            for (int left = in.readInt(); left > 0; left--) {
                String name = in.readUTF();
                byte[] file = in.readNBytes(in.readInt());
                if (file.length == 0) {
                    throw new Refusal(
                            "The class " + name + " was made at run time. Its process has no class file of it.");
                }
                sent.put(name, file);
            }
            String first = sent.keySet().iterator().next();
            return Class.forName(first, false, new SentClasses(stripped(sent)));
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError e) {
            if (e instanceof Refusal refusal) {
                throw refusal;
            }
            throw new Refusal("The class files that the process has sent cannot be read: " + e, e);
        }
    }

    private static Map<String, byte[]> stripped(Map<String, byte[]> sent) {
        InnerClasses nesting = new InnerClasses();
        Map<String, String> parents = new HashMap<>();
        Map<String, ClassReader> readers = new LinkedHashMap<>();
        sent.forEach((name, file) -> {
            ClassReader reader = new ClassReader(file);
            readers.put(name, reader);
            parents.put(reader.getClassName(), reader.getSuperName());
            nesting.read(reader);
        });
        Map<String, byte[]> files = new HashMap<>();
        Set<String> annotations = new HashSet<>();
        readers.forEach((name, reader) -> files.put(
                name, BareClass.of(reader, nesting, isThrown(reader.getClassName(), parents), annotations::add)));
        for (String outer : nesting.around(parents.keySet())) {
            files.put(outer.replace('/', '.'), nesting.empty(outer));
        }
        for (String descriptor : annotations) {
            String name = descriptor.substring(1, descriptor.length() - 1);
            files.computeIfAbsent(name.replace('/', '.'), missing -> annotation(name, nesting));
        }
        return files;
    }

    private static boolean isThrown(String name, Map<String, String> parents) {
        String owner = name;
        while (parents.get(owner) != null) {
            owner = parents.get(owner);
        }
        if (owner.equals(OBJECT)) {
            return false;
        }
        try { // the first superclass that the JDK has
            return Throwable.class.isAssignableFrom(
                    Class.forName(owner.replace('/', '.'), false, ClassLoader.getPlatformClassLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** Makes an annotation that says that a value may be null. Only its name and its run-time retention count. */
    private static byte[] annotation(String name, InnerClasses nesting) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(
                Opcodes.V17,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_ANNOTATION | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT,
                name,
                null,
                OBJECT,
                new String[] {"java/lang/annotation/Annotation"});
        nesting.write(name, writer);
        AnnotationVisitor retention = writer.visitAnnotation("Ljava/lang/annotation/Retention;", true);
        retention.visitEnum("value", "Ljava/lang/annotation/RetentionPolicy;", "RUNTIME");
        retention.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** Prefers the classes that were sent to the command's own, which may be of another version. */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            byte[] file = files.get(name);
            return file == null ? super.loadClass(name, resolve) : defineClass(name, file, 0, file.length);
        }
    }
}

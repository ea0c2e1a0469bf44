// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Loads one interface as an older compiler would have left it: without the bridges among its methods. */
public final class BridgeStripper extends ClassLoader {

    private final Class<?> type;

    public BridgeStripper(Class<?> type) {
        super(type.getClassLoader());
        this.type = type;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.equals(type.getName())) {
            return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        byte[] classFile = stripped();
        return loaded != null ? loaded : defineClass(name, classFile, 0, classFile.length);
    }

    private byte[] stripped() {
        String path = "/" + type.getName().replace('.', '/') + ".class";
        try (InputStream classFile = type.getResourceAsStream(path)) {
            ClassWriter writer = new ClassWriter(0);
            new ClassReader(classFile.readAllBytes())
                    .accept(
                            new ClassVisitor(Opcodes.ASM9, writer) {
                                // Else its nest would have to be loaded through this loader, too.
                                @Override
                                public void visitNestHost(String host) {}

                                @Override
                                public void visitInnerClass(String name, String outer, String inner, int access) {}

                                @Override
                                public MethodVisitor visitMethod(
                                        int access, String name, String descriptor, String signature, String[] thrown) {
                                    return (access & Opcodes.ACC_BRIDGE) != 0
                                            ? null
                                            : super.visitMethod(access, name, descriptor, signature, thrown);
                                }
                            },
                            0);
            return writer.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build;

import com.esotericsoftware.kryo.kryo5.objenesis.strategy.StdInstantiatorStrategy;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;

/** Rewrites compiled classes so that {@link Reflected} sees their look-ups by name and by reflection. */
final class ReflectionRecorder {

    private static final String REFLECTED = Type.getInternalName(Reflected.class);
    private static final String STRATEGY = Type.getInternalName(StdInstantiatorStrategy.class);

    /** The methods of {@link Reflected} that replace the JDK's of the same name, by their parameters. */
    private static final Map<String, String> REPLACED = new HashMap<>();

    static {
        for (Method method : Reflected.class.getMethods()) {
            REPLACED.put(
                    method.getName() + argumentsOf(Type.getMethodDescriptor(method)), Type.getMethodDescriptor(method));
        }
    }

    private ReflectionRecorder() {}

    private static String argumentsOf(String descriptor) {
        return descriptor.substring(0, descriptor.indexOf(')') + 1);
    }

    /** Copies a directory or a jar to a directory, with its classes rewritten. */
    static void rewrite(Path from, Path to) throws IOException {
        if (Files.isDirectory(from)) {
            rewriteBelow(from, to);
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(from)) {
                rewriteBelow(jar.getPath("/"), to);
            }
        }
    }

    private static void rewriteBelow(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                try (InputStream in = Files.newInputStream(file)) {
                    Files.write(
                            copy,
                            file.toString().endsWith(".class") ? rewritten(in.readAllBytes()) : in.readAllBytes());
                }
            }
        }
    }

    private static byte[] rewritten(byte[] classFile) {
        ClassReader reader = OpenedClassReader.of(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(OpenedClassReader.ASM_API, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String type, String generic, String[] thrown) {
                        MethodVisitor method = super.visitMethod(access, name, type, generic, thrown);
                        return new Calls(method, name.equals("resolveClass"));
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static final class Calls extends MethodVisitor {

        private final boolean resolving;

        /** @param resolving whether the method finds a class of an ObjectInputStream */
        Calls(MethodVisitor next, boolean resolving) {
            super(OpenedClassReader.ASM_API, next);
            this.resolving = resolving;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (resolving) {
                super.visitVarInsn(Opcodes.ALOAD, 1);
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC, REFLECTED, "resolves", "(Ljava/io/ObjectStreamClass;)V", false);
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (owner.equals("java/lang/reflect/Constructor") && name.equals("newInstance")) {
                before("constructs", "(Ljava/lang/reflect/Constructor;[Ljava/lang/Object;)V");
            } else if (name.equals("unreflectConstructor")) {
                before("constructs", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/reflect/Constructor;)V");
            } else if (name.equals("unreflectGetter") || name.equals("unreflectSetter")) {
                before("accesses", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/reflect/Field;)V");
            } else if (opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKESTATIC) {
                String arguments = argumentsOf(descriptor);
                String called = REPLACED.get(name
                        + (opcode == Opcodes.INVOKESTATIC ? arguments : "(L" + owner + ';' + arguments.substring(1)));
                if (called != null && (owner.startsWith("java/") || owner.equals(STRATEGY))) {
                    super.visitMethodInsn(Opcodes.INVOKESTATIC, REFLECTED, name, called, false);
                    if (!Type.getReturnType(called).equals(Type.getReturnType(descriptor))) {
                        super.visitTypeInsn(
                                Opcodes.CHECKCAST,
                                Type.getReturnType(descriptor).getInternalName());
                    }
                    return;
                }
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        private void before(String method, String descriptor) {
            super.visitInsn(Opcodes.DUP2);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, REFLECTED, method, descriptor, false);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import io.nearcall.chaos.process.Breakpoint;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Writes the classes that have {@link Place}s into a directory for the class path of victims, each with a
 * {@link Breakpoint} at the place. So the tests run the unchanged product otherwise, and a victim starts as fast as
 * ever.
 */
final class AlteredClasses {

    private static final String BREAKPOINT = Type.getInternalName(Breakpoint.class);

    private AlteredClasses() {}

    static void write(Path directory) throws IOException {
        for (List<Place> places : Arrays.stream(Place.values())
                .collect(Collectors.groupingBy(place -> place.type))
                .values()) {
            String name = places.get(0).type.replace('.', '/') + ".class";
            Path file = directory.resolve(name);
            Files.createDirectories(file.getParent());
            Files.write(file, alter(read(name), places));
        }
    }

    /** Removes what {@link #write} wrote. */
    static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static byte[] read(String name) throws IOException {
        try (InputStream in = AlteredClasses.class.getClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("there is no " + name + ": correct the place");
            }
            return in.readAllBytes();
        }
    }

    private static byte[] alter(byte[] original, List<Place> places) {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        Altering altering = new Altering(writer, places);
        reader.accept(altering, 0);
        if (altering.left.isEmpty()) {
            return writer.toByteArray();
        }
        throw new IllegalStateException("nobody would ever come by " + altering.left + ": correct its method");
    }

    /** Nothing that is put in branches, so the frames remain as they are. */
    private static final class Altering extends ClassVisitor {

        private final List<Place> places;
        private final Set<Place> left;

        Altering(ClassVisitor next, List<Place> places) {
            super(Opcodes.ASM9, next);
            this.places = places;
            this.left = EnumSet.copyOf(places);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
            for (Place place : places) {
                if (place.method.equals(name)) {
                    left.remove(place);
                    method = new Stopping(method, place);
                }
            }
            return method;
        }
    }

    private static final class Stopping extends MethodVisitor {

        private final Place place;

        Stopping(MethodVisitor next, Place place) {
            super(Opcodes.ASM9, next);
            this.place = place;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (place.when == Place.When.BEFORE) {
                stop();
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (place.when != Place.When.BEFORE && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                stop();
            }
            super.visitInsn(opcode);
        }

        private void stop() {
            visitLdcInsn(place.ordinal());
            if (place.when == Place.When.AFTER_MESSAGE) {
                visitVarInsn(Opcodes.ALOAD, 1); // the first argument
                visitLdcInsn(place.message);
                visitMethodInsn(
                        Opcodes.INVOKESTATIC, BREAKPOINT, "reached", "(ILjava/lang/Object;Ljava/lang/String;)V", false);
            } else {
                visitMethodInsn(Opcodes.INVOKESTATIC, BREAKPOINT, "reached", "(I)V", false);
            }
        }
    }
}

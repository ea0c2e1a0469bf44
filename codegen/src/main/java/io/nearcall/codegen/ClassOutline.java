// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** A class file that shows what a class has, and not how it works: without code, constants and names of sources. */
public final class ClassOutline extends ClassVisitor {

    private ClassOutline(ClassVisitor to) {
        super(Opcodes.ASM9, to);
    }

    /**
     * Returns the outline. A JVM does not load it if methods lack their code.
     *
     * @throws IllegalArgumentException if the file is of a later Java than this version knows
     */
    public static byte[] of(byte[] classFile) {
        ClassWriter writer =
                new ClassWriter(0); // with constants of its own: those of the file have all texts of the code
        new ClassReader(classFile).accept(new ClassOutline(writer), ClassReader.SKIP_CODE);
        return writer.toByteArray();
    }

    @Override
    public void visitSource(String source, String debug) {}

    @Override
    public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
        boolean constant = (access & Opcodes.ACC_STATIC) != 0 && (access & Opcodes.ACC_ENUM) == 0;
        return constant ? null : super.visitField(access, name, descriptor, signature, null);
    }
}

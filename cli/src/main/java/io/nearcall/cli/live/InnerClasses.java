// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.live;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;

/** What a set of class files says about nested classes. A class and its enclosing class must agree on this. */
final class InnerClasses {

    /** @param outer null for a local class, which is treated as if no class enclosed it */
    private record Entry(String name, String outer, String simpleName, int access) {}

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    void read(ClassReader file) {
        file.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitInnerClass(String name, String outer, String simpleName, int access) {
                        if (outer != null) {
                            entries.put(name, new Entry(name, outer, simpleName, publicly(access)));
                        }
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }

    /** Returns the enclosing classes that are not themselves in the set. All names have slashes. */
    Set<String> around(Set<String> classes) {
        Set<String> around = new TreeSet<>();
        for (String each : classes) {
            Entry entry = entries.get(each);
            while (entry != null && !classes.contains(entry.outer()) && around.add(entry.outer())) {
                entry = entries.get(entry.outer());
            }
        }
        return around;
    }

    /** Writes the entries that concern a class. */
    void write(String name, ClassVisitor to) {
        for (Entry entry : List.copyOf(entries.values())) {
            if (entry.name().equals(name) || entry.outer().equals(name)) {
                to.visitInnerClass(entry.name(), entry.outer(), entry.simpleName(), entry.access());
            }
        }
    }

    /** Makes a class that exists only to enclose others. */
    byte[] empty(String name) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(
                Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, name, null, "java/lang/Object", new String[0]);
        write(name, writer);
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** Makes everything public. A constant with a body makes its enum abstract, but bodies do not exist here. */
    static int publicly(int access) {
        int without = Opcodes.ACC_PRIVATE
                | Opcodes.ACC_PROTECTED
                | ((access & Opcodes.ACC_ENUM) != 0 ? Opcodes.ACC_ABSTRACT : 0);
        return access & ~without | Opcodes.ACC_PUBLIC;
    }
}

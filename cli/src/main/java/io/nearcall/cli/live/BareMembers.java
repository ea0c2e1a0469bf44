// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.live;

import java.util.List;
import java.util.function.Predicate;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.RecordComponentVisitor;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.jar.asm.TypePath;

/** The members of a {@link BareClass}. Some stay, without most of their annotations; the others are made anew. */
final class BareMembers {

    private static final String CONSTRUCTOR = "<init>";
    private static final String RECORD = "java/lang/Record";
    private static final String ENUM = "java/lang/Enum";

    /** @param name the name of a record component */
    record Member(String name, String descriptor) {}

    private BareMembers() {}

    /**
     * Makes a record that stores its arguments. Equality is identity: in this process that tells elements of sets
     * apart.
     */
    static void record(ClassVisitor to, String name, List<Member> components) {
        StringBuilder descriptor = new StringBuilder("(");
        components.forEach(component -> descriptor.append(component.descriptor()));
        MethodVisitor made = begin(
                to, Opcodes.ACC_PUBLIC, CONSTRUCTOR, descriptor.append(")V").toString());
        made.visitVarInsn(Opcodes.ALOAD, 0);
        made.visitMethodInsn(Opcodes.INVOKESPECIAL, RECORD, CONSTRUCTOR, "()V", false);
        int local = 1;
        for (Member component : components) {
            Type type = Type.getType(component.descriptor());
            made.visitVarInsn(Opcodes.ALOAD, 0);
            made.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local);
            made.visitFieldInsn(Opcodes.PUTFIELD, name, component.name(), component.descriptor());
            local += type.getSize();
        }
        end(made, Opcodes.RETURN);
        for (Member component : components) {
            Type type = Type.getType(component.descriptor());
            MethodVisitor accessor = begin(to, Opcodes.ACC_PUBLIC, component.name(), "()" + component.descriptor());
            accessor.visitVarInsn(Opcodes.ALOAD, 0);
            accessor.visitFieldInsn(Opcodes.GETFIELD, name, component.name(), component.descriptor());
            end(accessor, type.getOpcode(Opcodes.IRETURN));
        }
        MethodVisitor equals = begin(to, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, "equals", "(Ljava/lang/Object;)Z");
        answerIfSame(equals, 1, 0);
        equals.visitEnd();
        MethodVisitor hash = begin(to, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, "hashCode", "()I");
        hash.visitVarInsn(Opcodes.ALOAD, 0);
        hash.visitMethodInsn(
                Opcodes.INVOKESTATIC, "java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I", false);
        end(hash, Opcodes.IRETURN);
        MethodVisitor text = begin(to, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, "toString", "()Ljava/lang/String;");
        text.visitLdcInsn(name.replace('/', '.'));
        end(text, Opcodes.ARETURN);
        inOrderOfArrival(to);
    }

    /** Makes a class with fields. Its constructor does nothing, so omitted members are null, 0 or false. */
    static void plain(ClassVisitor to, String name, String superName) {
        MethodVisitor made = begin(to, Opcodes.ACC_PUBLIC, CONSTRUCTOR, "()V");
        made.visitVarInsn(Opcodes.ALOAD, 0);
        made.visitMethodInsn(Opcodes.INVOKESPECIAL, superName, CONSTRUCTOR, "()V", false);
        end(made, Opcodes.RETURN);
        inOrderOfArrival(to);
    }

    /** Makes compareTo(). Sorted collections arrive in their order, so each element is greater than those before it. */
    private static void inOrderOfArrival(ClassVisitor to) {
        MethodVisitor compare = begin(to, Opcodes.ACC_PUBLIC, "compareTo", "(Ljava/lang/Object;)I");
        answerIfSame(compare, 0, 1);
        compare.visitEnd();
    }

    private static void answerIfSame(MethodVisitor method, int same, int other) {
        Label differ = new Label();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitJumpInsn(Opcodes.IF_ACMPNE, differ);
        method.visitInsn(Opcodes.ICONST_0 + same);
        method.visitInsn(Opcodes.IRETURN);
        method.visitLabel(differ);
        method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        method.visitInsn(Opcodes.ICONST_0 + other);
        method.visitInsn(Opcodes.IRETURN);
        method.visitMaxs(0, 0);
    }

    /** Makes the constants of an enum in the order of the class file, which is the order of the source. */
    static void constants(ClassVisitor to, String name, List<String> constants) {
        String type = 'L' + name + ';';
        String array = '[' + type;
        MethodVisitor made = begin(to, Opcodes.ACC_PRIVATE, CONSTRUCTOR, "(Ljava/lang/String;I)V");
        made.visitVarInsn(Opcodes.ALOAD, 0);
        made.visitVarInsn(Opcodes.ALOAD, 1);
        made.visitVarInsn(Opcodes.ILOAD, 2);
        made.visitMethodInsn(Opcodes.INVOKESPECIAL, ENUM, CONSTRUCTOR, "(Ljava/lang/String;I)V", false);
        end(made, Opcodes.RETURN);
        MethodVisitor first = begin(to, Opcodes.ACC_STATIC, "<clinit>", "()V");
        for (int i = 0; i < constants.size(); i++) {
            first.visitTypeInsn(Opcodes.NEW, name);
            first.visitInsn(Opcodes.DUP);
            first.visitLdcInsn(constants.get(i));
            first.visitLdcInsn(i);
            first.visitMethodInsn(Opcodes.INVOKESPECIAL, name, CONSTRUCTOR, "(Ljava/lang/String;I)V", false);
            first.visitFieldInsn(Opcodes.PUTSTATIC, name, constants.get(i), type);
        }
        end(first, Opcodes.RETURN);
        MethodVisitor values = begin(to, Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "values", "()" + array);
        values.visitLdcInsn(constants.size());
        values.visitTypeInsn(Opcodes.ANEWARRAY, name);
        for (int i = 0; i < constants.size(); i++) {
            values.visitInsn(Opcodes.DUP);
            values.visitLdcInsn(i);
            values.visitFieldInsn(Opcodes.GETSTATIC, name, constants.get(i), type);
            values.visitInsn(Opcodes.AASTORE);
        }
        end(values, Opcodes.ARETURN);
    }

    private static MethodVisitor begin(ClassVisitor to, int access, String name, String descriptor) {
        MethodVisitor made = to.visitMethod(access, name, descriptor, null, null);
        made.visitCode();
        return made;
    }

    private static void end(MethodVisitor made, int instruction) {
        made.visitInsn(instruction);
        made.visitMaxs(0, 0);
        made.visitEnd();
    }

    static final class OfComponent extends RecordComponentVisitor {
        private final Predicate<String> kept;

        OfComponent(RecordComponentVisitor to, Predicate<String> kept) {
            super(Opcodes.ASM9, to);
            this.kept = kept;
        }

        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            return kept.test(descriptor) ? super.visitAnnotation(descriptor, visible) : null;
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(int at, TypePath path, String descriptor, boolean visible) {
            return kept.test(descriptor) ? super.visitTypeAnnotation(at, path, descriptor, visible) : null;
        }
    }

    static final class OfField extends FieldVisitor {
        private final Predicate<String> kept;

        OfField(FieldVisitor to, Predicate<String> kept) {
            super(Opcodes.ASM9, to);
            this.kept = kept;
        }

        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            return kept.test(descriptor) ? super.visitAnnotation(descriptor, visible) : null;
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(int at, TypePath path, String descriptor, boolean visible) {
            return kept.test(descriptor) ? super.visitTypeAnnotation(at, path, descriptor, visible) : null;
        }
    }

    /** A method. If it is not abstract, it throws, because nobody calls it. */
    static final class OfMethod extends MethodVisitor {
        private final boolean isAbstract;
        private final Predicate<String> kept;

        OfMethod(MethodVisitor to, boolean isAbstract, Predicate<String> kept) {
            super(Opcodes.ASM9, to);
            this.isAbstract = isAbstract;
            this.kept = kept;
        }

        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            return kept.test(descriptor) ? super.visitAnnotation(descriptor, visible) : null;
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(int at, TypePath path, String descriptor, boolean visible) {
            return kept.test(descriptor) ? super.visitTypeAnnotation(at, path, descriptor, visible) : null;
        }

        @Override
        public AnnotationVisitor visitParameterAnnotation(int parameter, String descriptor, boolean visible) {
            return kept.test(descriptor) ? super.visitParameterAnnotation(parameter, descriptor, visible) : null;
        }

        @Override
        public void visitEnd() {
            if (!isAbstract) {
                String thrown = "java/lang/UnsupportedOperationException";
                visitCode();
                visitTypeInsn(Opcodes.NEW, thrown);
                visitInsn(Opcodes.DUP);
                visitMethodInsn(Opcodes.INVOKESPECIAL, thrown, CONSTRUCTOR, "()V", false);
                visitInsn(Opcodes.ATHROW);
                visitMaxs(0, 0);
            }
            super.visitEnd();
        }
    }
}

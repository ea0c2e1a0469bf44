// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Has compiled classes cast a new object that they throw, return, store or pass as another class to that class, and what a method
 * has returned or a field has that they throw or return. Without the cast, the verifier loads the object's class before any of it
 * is run, to see whether it is one: a first call would load dozens of classes that it never uses, most of them exceptions. A
 * compiler knows that it is one, and makes nothing of the cast. The build runs this file:
 * {@code java -cp BYTE_BUDDY CastNewObjects.java CLASSES_DIRECTORY}.
 */
final class CastNewObjects extends ClassReader implements Opcodes {

    private static final Type THROWABLE = Type.getType(Throwable.class);

    /** Of the instructions read so far. */
    private int count;

    private CastNewObjects(byte[] file) {
        super(file);
    }

    public static void main(String[] args) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(Path.of(args[0]))) {
            files = all.filter(file -> file.toString().endsWith(".class") && !file.endsWith("module-info.class"))
                    .toList();
        }
        for (Path file : files) {
            Files.write(file, new CastNewObjects(Files.readAllBytes(file)).rewritten());
        }
    }

    private byte[] rewritten() {
        ClassWriter writer = new ClassWriter(this, 0);
        ClassVisitor casting = new ClassVisitor(ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] thrown) {
                return new Casting(super.visitMethod(access, name, descriptor, signature, thrown), descriptor);
            }
        };
        accept(casting, 0);
        return writer.toByteArray();
    }

    @Override
    protected void readBytecodeInstructionOffset(int offset) {
        count++;
    }

    private final class Casting extends MethodVisitor {

        private final Type result;

        /** The class of what the instruction of that number has left on the operand stack. */
        private Type left;

        private int number;

        /** Whether it has just been made. */
        private boolean isNew;

        Casting(MethodVisitor next, String descriptor) {
            super(ASM9, next);
            this.result = Type.getReturnType(descriptor);
        }

        private void leave(Type type, boolean made) {
            left = type;
            number = count;
            isNew = made;
        }

        /** This instruction takes what the one before has left. */
        private void take(Type wanted) {
            boolean isObject = wanted.getSort() == Type.OBJECT && left.getSort() == Type.OBJECT;
            if (isObject && !wanted.equals(left) && !wanted.getInternalName().equals("java/lang/Object")) {
                super.visitTypeInsn(CHECKCAST, wanted.getInternalName());
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == ATHROW && number == count - 1) {
                take(THROWABLE);
            } else if (opcode == ARETURN && number == count - 1) {
                take(result);
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            super.visitTypeInsn(opcode, type);
            if (opcode == CHECKCAST) {
                leave(Type.getObjectType(type), false);
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            if (isNew && number == count - 1 && (opcode == PUTFIELD || opcode == PUTSTATIC)) {
                take(Type.getType(descriptor));
            }
            super.visitFieldInsn(opcode, owner, name, descriptor);
            if (opcode == GETFIELD || opcode == GETSTATIC) {
                leave(Type.getType(descriptor), false);
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean ofInterface) {
            Type[] taken = Type.getArgumentTypes(descriptor);
            if (isNew && number == count - 1 && taken.length > 0) {
                take(taken[taken.length - 1]);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
            if (name.equals("<init>")) {
                leave(Type.getObjectType(owner), true);
            } else {
                leave(Type.getReturnType(descriptor), false);
            }
        }
    }
}

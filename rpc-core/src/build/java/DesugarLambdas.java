// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Gives each lambda and method reference of compiled classes a class file of its own, so that no JVM makes one when it first gets
 * there. A JVM takes about 0.4 ms for one that it makes, and 0.1 ms for one that it loads; the first call of an endpoint needs 70.
 * Run by the build, as a single file: {@code java -cp BYTE_BUDDY DesugarLambdas.java CLASSES_DIRECTORY}.
 *
 * <p>What javac writes is {@code invokedynamic} on {@code LambdaMetafactory.metafactory}, whose arguments say what the class would
 * have to be. This is what that makes at run time, with one difference: a lambda that captures nothing is a constant of its class.
 * Serialisable lambdas, and those with further interfaces, stay as they are.
 */
final class DesugarLambdas implements Opcodes {

    private static final String SUFFIX = "$$L";
    private static final String CONSTANT = "INSTANCE";
    private static final String FACTORY = "of";

    private final Path directory;

    /** By the nest host: the lambdas, which call private methods, become members of the nest. */
    private final Map<String, List<String>> members = new TreeMap<>();

    private DesugarLambdas(Path directory) {
        this.directory = directory;
    }

    public static void main(String[] args) throws IOException {
        DesugarLambdas desugar = new DesugarLambdas(Path.of(args[0]));
        List<Path> files;
        try (Stream<Path> all = Files.walk(desugar.directory)) {
            files = all.filter(file -> file.toString().endsWith(".class") && !file.endsWith("module-info.class"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            desugar.rewrite(file);
        }
        desugar.nameMembers();
    }

    private void rewrite(Path file) throws IOException {
        ClassReader reader = new ClassReader(Files.readAllBytes(file));
        ClassWriter writer = new ClassWriter(reader, 0);
        Rewriting rewriting = new Rewriting(writer, reader.getClassName());
        reader.accept(rewriting, 0);
        if (rewriting.count > 0) {
            Files.write(file, writer.toByteArray());
        }
    }

    private void nameMembers() throws IOException {
        for (Map.Entry<String, List<String>> nest : members.entrySet()) {
            Path file = fileOf(nest.getKey());
            ClassReader reader = new ClassReader(Files.readAllBytes(file));
            ClassWriter writer = new ClassWriter(reader, 0);
            reader.accept(writer, 0);
            nest.getValue().forEach(writer::visitNestMember);
            Files.write(file, writer.toByteArray());
        }
    }

    private Path fileOf(String internalName) {
        return directory.resolve(internalName + ".class");
    }

    /** Replaces the instructions of one class, and writes a class for each. */
    private final class Rewriting extends ClassVisitor {

        private final String owner;
        private String host;
        private int count;

        Rewriting(ClassVisitor next, String owner) {
            super(ASM9, next);
            this.owner = owner;
            this.host = owner;
        }

        @Override
        public void visitNestHost(String nestHost) {
            host = nestHost; // comes before the methods
            super.visitNestHost(nestHost);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
            return new MethodVisitor(ASM9, super.visitMethod(access, name, descriptor, signature, thrown)) {
                @Override
                public void visitInvokeDynamicInsn(String method, String site, Handle bootstrap, Object... arguments) {
                    if (!bootstrap.getOwner().equals("java/lang/invoke/LambdaMetafactory")
                            || !bootstrap.getName().equals("metafactory")) {
                        super.visitInvokeDynamicInsn(method, site, bootstrap, arguments);
                        return;
                    }
                    String name = owner + SUFFIX + count++;
                    Lambda lambda = new Lambda(name, site, method, (Type) arguments[0], (Handle) arguments[1], (Type) arguments[2]);
                    keep(lambda, host);
                    if (lambda.captured.length == 0) {
                        super.visitFieldInsn(GETSTATIC, name, CONSTANT, "L" + name + ";");
                    } else {
                        super.visitMethodInsn(INVOKESTATIC, name, FACTORY, lambda.factoryDescriptor(), false);
                    }
                }
            };
        }
    }

    private void keep(Lambda lambda, String host) {
        members.computeIfAbsent(host, name -> new ArrayList<>()).add(lambda.name);
        try {
            Files.write(fileOf(lambda.name), lambda.write(host));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** The class of one lambda. */
    private static final class Lambda {

        final String name;
        final Type[] captured;
        private final String implemented;
        private final String method;
        private final Type erased;
        private final Handle body;
        private final Type actual;
        private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);

        /**
         * @param site takes the captured values and gives the interface
         * @param erased what the interface's method takes and gives
         * @param actual the same with the types that are known at the site
         */
        Lambda(String name, String site, String method, Type erased, Handle body, Type actual) {
            this.name = name;
            this.captured = Type.getArgumentTypes(site);
            this.implemented = Type.getReturnType(site).getInternalName();
            this.method = method;
            this.erased = erased;
            this.body = body;
            this.actual = actual;
        }

        String factoryDescriptor() {
            return Type.getMethodDescriptor(Type.getObjectType(name), captured);
        }

        byte[] write(String host) {
            writer.visit(
                    V17, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, name, null, "java/lang/Object", new String[] {implemented});
            writer.visitNestHost(host);
            writeConstructor();
            if (captured.length == 0) {
                writeConstant();
            } else {
                writeFactory();
            }
            writeMethod();
            writer.visitEnd();
            return writer.toByteArray();
        }

        private void writeConstructor() {
            MethodVisitor code = begin(ACC_PRIVATE, "<init>", Type.getMethodDescriptor(Type.VOID_TYPE, captured));
            code.visitVarInsn(ALOAD, 0);
            code.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
            int slot = 1;
            for (int i = 0; i < captured.length; i++) {
                writer.visitField(ACC_PRIVATE | ACC_FINAL, "captured" + i, captured[i].getDescriptor(), null, null);
                code.visitVarInsn(ALOAD, 0);
                code.visitVarInsn(captured[i].getOpcode(ILOAD), slot);
                code.visitFieldInsn(PUTFIELD, name, "captured" + i, captured[i].getDescriptor());
                slot += captured[i].getSize();
            }
            end(code, RETURN);
        }

        private void writeConstant() {
            writer.visitField(ACC_STATIC | ACC_FINAL, CONSTANT, "L" + name + ";", null, null);
            MethodVisitor code = begin(ACC_STATIC, "<clinit>", "()V");
            create(code);
            code.visitFieldInsn(PUTSTATIC, name, CONSTANT, "L" + name + ";");
            end(code, RETURN);
        }

        private void writeFactory() {
            end(create(begin(ACC_STATIC, FACTORY, factoryDescriptor())), ARETURN);
        }

        /** Leaves a new one on the operand stack, made of the local variables. */
        private MethodVisitor create(MethodVisitor code) {
            code.visitTypeInsn(NEW, name);
            code.visitInsn(DUP);
            int slot = 0;
            for (Type each : captured) {
                code.visitVarInsn(each.getOpcode(ILOAD), slot);
                slot += each.getSize();
            }
            code.visitMethodInsn(
                    INVOKESPECIAL, name, "<init>", Type.getMethodDescriptor(Type.VOID_TYPE, captured), false);
            return code;
        }

        private void writeMethod() {
            MethodVisitor code = begin(ACC_PUBLIC, method, erased.getDescriptor());
            boolean constructor = body.getTag() == H_NEWINVOKESPECIAL;
            if (constructor) {
                code.visitTypeInsn(NEW, body.getOwner());
                code.visitInsn(DUP);
            }
            List<Type> wanted = new ArrayList<>();
            if (!constructor && body.getTag() != H_INVOKESTATIC) {
                wanted.add(Type.getObjectType(body.getOwner()));
            }
            wanted.addAll(List.of(Type.getArgumentTypes(body.getDesc())));
            pushArguments(code, wanted);
            Type given = Type.getReturnType(body.getDesc());
            if (constructor) {
                code.visitMethodInsn(INVOKESPECIAL, body.getOwner(), "<init>", body.getDesc(), false);
                given = Type.getObjectType(body.getOwner());
            } else {
                int invoke = body.getTag() == H_INVOKESTATIC
                        ? INVOKESTATIC
                        : body.isInterface() ? INVOKEINTERFACE : INVOKEVIRTUAL; // of private ones, too, since Java 11
                code.visitMethodInsn(invoke, body.getOwner(), body.getName(), body.getDesc(), body.isInterface());
            }
            Type result = erased.getReturnType();
            if (result != Type.VOID_TYPE) {
                convert(code, given, actual.getReturnType());
            } else if (given != Type.VOID_TYPE) {
                code.visitInsn(given.getSize() == 2 ? POP2 : POP);
            }
            end(code, result.getOpcode(IRETURN));
        }

        private void pushArguments(MethodVisitor code, List<Type> wanted) {
            int next = 0;
            for (int i = 0; i < captured.length; i++) {
                code.visitVarInsn(ALOAD, 0);
                code.visitFieldInsn(GETFIELD, name, "captured" + i, captured[i].getDescriptor());
                convert(code, captured[i], wanted.get(next++));
            }
            Type[] taken = erased.getArgumentTypes();
            int slot = 1;
            for (int i = 0; i < taken.length; i++) {
                code.visitVarInsn(taken[i].getOpcode(ILOAD), slot);
                slot += taken[i].getSize();
                convert(code, taken[i], actual.getArgumentTypes()[i]);
                convert(code, actual.getArgumentTypes()[i], wanted.get(next++));
            }
        }

        private MethodVisitor begin(int access, String methodName, String descriptor) {
            MethodVisitor code = writer.visitMethod(access, methodName, descriptor, null, null);
            code.visitCode();
            return code;
        }

        private static void end(MethodVisitor code, int opcode) {
            code.visitInsn(opcode);
            code.visitMaxs(0, 0);
            code.visitEnd();
        }
    }

    private static void convert(MethodVisitor code, Type from, Type to) {
        if (from.equals(to)) {
            return;
        }
        if (isPrimitive(from) && isPrimitive(to)) {
            widen(code, from, to);
        } else if (isPrimitive(from)) {
            Type box = box(from);
            code.visitMethodInsn(
                    INVOKESTATIC, box.getInternalName(), "valueOf", Type.getMethodDescriptor(box, from), false);
        } else if (isPrimitive(to)) {
            Type box = box(to);
            code.visitTypeInsn(CHECKCAST, box.getInternalName());
            code.visitMethodInsn(
                    INVOKEVIRTUAL, box.getInternalName(), to.getClassName() + "Value", "()" + to.getDescriptor(), false);
        } else if (!to.getInternalName().equals("java/lang/Object")) {
            code.visitTypeInsn(CHECKCAST, to.getInternalName());
        }
    }

    private static boolean isPrimitive(Type type) {
        return type.getSort() < Type.ARRAY;
    }

    /** Of int, to which the JVM has widened what is shorter. */
    private static void widen(MethodVisitor code, Type from, Type to) {
        if (from.getSort() > Type.INT || to.getSort() < Type.INT) {
            throw new IllegalArgumentException("from=" + from + " to=" + to);
        }
        if (to.getSort() != Type.INT) {
            code.visitInsn(to == Type.LONG_TYPE ? I2L : to == Type.FLOAT_TYPE ? I2F : I2D);
        }
    }

    private static Type box(Type primitive) {
        return switch (primitive.getSort()) {
            case Type.BOOLEAN -> Type.getType(Boolean.class);
            case Type.CHAR -> Type.getType(Character.class);
            case Type.BYTE -> Type.getType(Byte.class);
            case Type.SHORT -> Type.getType(Short.class);
            case Type.INT -> Type.getType(Integer.class);
            case Type.FLOAT -> Type.getType(Float.class);
            case Type.LONG -> Type.getType(Long.class);
            default -> Type.getType(Double.class);
        };
    }
}

// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.lang.invoke.MethodType;
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
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Gives the lambdas and method references of a compiled internal class one class file, so that no JVM makes a class when it first gets to
 * one. A JVM takes about 0.4 ms for a class that it makes, and 0.1 ms for one that it loads; the first call of an endpoint needs 40
 * lambdas of 17 classes. The build runs this file, which is therefore a single one:
 * {@code java -cp BYTE_BUDDY DesugarLambdas.java CLASSES_DIRECTORY}.
 *
 * <p>What javac writes is {@code invokedynamic} on {@code LambdaMetafactory.metafactory}, whose arguments say what the class would
 * have to be. This is what that makes at run time, with two differences: a number says which lambda an object is, and a lambda that
 * captures nothing is a constant. Serialisable lambdas, and those with further interfaces, stay as they are.
 */
final class DesugarLambdas implements Opcodes {

    private static final String SUFFIX = "$$L";

    /** A class with more is a table of codecs, of which a program uses few: there, each lambda gets a class of its own. */
    private static final int MOST_IN_ONE = 24;

    private static final Type OBJECT = Type.getType(Object.class);

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
        Rewriting counting = new Rewriting(new ClassWriter(0), reader.getClassName(), false);
        reader.accept(counting, 0);
        ClassWriter writer = new ClassWriter(reader, 0);
        // What applications get has the one interface that they know of: they may ask what else it is.
        boolean apart = counting.count > MOST_IN_ONE || !reader.getClassName().contains("/internal/");
        Rewriting rewriting = new Rewriting(writer, reader.getClassName(), apart);
        reader.accept(rewriting, 0);
        if (rewriting.count > 0) {
            Files.write(file, writer.toByteArray());
        }
        for (LambdaClass each : rewriting.classes) {
            members.computeIfAbsent(rewriting.host, name -> new ArrayList<>()).add(each.name);
            Files.write(fileOf(each.name), each.write(rewriting.host));
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

    /** Replaces instructions of one class, and collects its lambdas. */
    private static final class Rewriting extends ClassVisitor {

        final List<LambdaClass> classes = new ArrayList<>();
        private final String owner;
        private final boolean apart;
        private String host;
        private int count;

        /** @param apart whether each lambda gets a class */
        Rewriting(ClassVisitor next, String owner, boolean apart) {
            super(ASM9, next);
            this.owner = owner;
            this.apart = apart;
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
                    LambdaClass home = home();
                    Lambda lambda =
                            home.add(site, method, (Type) arguments[0], (Handle) arguments[1], (Type) arguments[2]);
                    if (lambda.captured.length == 0) {
                        super.visitFieldInsn(GETSTATIC, home.name, lambda.name(), lambda.implemented.getDescriptor());
                    } else {
                        super.visitMethodInsn(INVOKESTATIC, home.name, lambda.name(), site, false);
                    }
                }
            };
        }

        private LambdaClass home() {
            if (apart || count == 0) {
                classes.add(new LambdaClass(owner + SUFFIX + (apart ? count : "")));
            }
            count++;
            return classes.get(classes.size() - 1);
        }
    }

    /** @param slots the fields that have the captured values */
    private record Lambda(
            int number, Type implemented, String method, Type erased, Handle body, Type actual, Type[] captured, String[] slots) {

        /** Of the constant or the factory. */
        String name() {
            return "of" + number;
        }
    }

    /** The class of lambdas. Its fields are what any of them captures; each uses some. */
    private static final class LambdaClass {

        private static final String NUMBER = "number";

        final String name;
        private final List<Lambda> lambdas = new ArrayList<>();
        private final Map<String, Type> fields = new TreeMap<>();
        private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);

        LambdaClass(String name) {
            this.name = name;
            fields.put(NUMBER, Type.INT_TYPE);
        }

        /**
         * @param site takes the captured values and gives the interface
         * @param erased what the interface's method takes and gives
         * @param actual the same with the types that are known at the site
         */
        Lambda add(String site, String method, Type erased, Handle body, Type actual) {
            Type[] captured = Type.getArgumentTypes(site);
            String[] slots = new String[captured.length];
            for (int i = 0; i < captured.length; i++) {
                boolean reference = !isPrimitive(captured[i]);
                slots[i] = (reference ? "L" : captured[i].getDescriptor()) + i;
                fields.put(slots[i], reference ? OBJECT : captured[i]);
            }
            Type implemented = Type.getReturnType(site);
            Lambda lambda = new Lambda(lambdas.size(), implemented, method, erased, body, actual, captured, slots);
            lambdas.add(lambda);
            return lambda;
        }

        byte[] write(String host) {
            String[] interfaces = lambdas.stream()
                    .map(lambda -> lambda.implemented.getInternalName())
                    .distinct()
                    .toArray(String[]::new);
            writer.visit(V17, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, name, null, OBJECT.getInternalName(), interfaces);
            writer.visitNestHost(host);
            fields.forEach((field, type) ->
                    writer.visitField(ACC_PRIVATE | ACC_FINAL, field, type.getDescriptor(), null, null));
            Map<String, String[]> constructors = new TreeMap<>();
            Map<String, List<Lambda>> methods = new TreeMap<>();
            for (Lambda lambda : lambdas) {
                constructors.put(constructorDescriptor(lambda), lambda.slots);
                methods.computeIfAbsent(lambda.method + lambda.erased, same -> new ArrayList<>()).add(lambda);
                if (lambda.captured.length > 0) {
                    String descriptor = Type.getMethodDescriptor(lambda.implemented, lambda.captured);
                    MethodVisitor code = begin(ACC_STATIC, lambda.name(), descriptor);
                    create(code, lambda);
                    end(code, ARETURN);
                }
            }
            constructors.forEach(this::writeConstructor);
            writeConstants();
            methods.values().forEach(this::writeMethod);
            writer.visitEnd();
            return writer.toByteArray();
        }

        private String constructorDescriptor(Lambda lambda) {
            List<Type> types = new ArrayList<>(List.of(Type.INT_TYPE));
            for (String field : lambda.slots) {
                types.add(fields.get(field));
            }
            return Type.getMethodDescriptor(Type.VOID_TYPE, types.toArray(Type[]::new));
        }

        /** Takes the number and the values of some fields. */
        private void writeConstructor(String descriptor, String[] slots) {
            MethodVisitor code = begin(ACC_PRIVATE, "<init>", descriptor);
            code.visitVarInsn(ALOAD, 0);
            code.visitMethodInsn(INVOKESPECIAL, OBJECT.getInternalName(), "<init>", "()V", false);
            List<String> taken = new ArrayList<>(List.of(NUMBER));
            taken.addAll(List.of(slots));
            int local = 1;
            for (String field : taken) {
                Type type = fields.get(field);
                code.visitVarInsn(ALOAD, 0);
                code.visitVarInsn(type.getOpcode(ILOAD), local);
                code.visitFieldInsn(PUTFIELD, name, field, type.getDescriptor());
                local += type.getSize();
            }
            end(code, RETURN);
        }

        private void writeConstants() {
            if (lambdas.stream().allMatch(lambda -> lambda.captured.length > 0)) {
                return; // an initialiser that fails makes all of them unusable
            }
            MethodVisitor code = begin(ACC_STATIC, "<clinit>", "()V");
            for (Lambda lambda : lambdas) {
                if (lambda.captured.length == 0) {
                    String descriptor = lambda.implemented.getDescriptor();
                    writer.visitField(ACC_STATIC | ACC_FINAL, lambda.name(), descriptor, null, null);
                    create(code, lambda);
                    code.visitFieldInsn(PUTSTATIC, name, lambda.name(), descriptor);
                }
            }
            end(code, RETURN);
        }

        /** Leaves a new one on the operand stack, made of the local variables. */
        private void create(MethodVisitor code, Lambda lambda) {
            code.visitTypeInsn(NEW, name);
            code.visitInsn(DUP);
            code.visitLdcInsn(lambda.number);
            int local = 0;
            for (Type each : lambda.captured) {
                code.visitVarInsn(each.getOpcode(ILOAD), local);
                local += each.getSize();
            }
            code.visitMethodInsn(INVOKESPECIAL, name, "<init>", constructorDescriptor(lambda), false);
        }

        /** @param same the lambdas that implement it */
        private void writeMethod(List<Lambda> same) {
            MethodVisitor code = begin(ACC_PUBLIC, same.get(0).method, same.get(0).erased.getDescriptor());
            for (Lambda lambda : same.subList(1, same.size())) {
                Label other = new Label();
                code.visitVarInsn(ALOAD, 0);
                code.visitFieldInsn(GETFIELD, name, NUMBER, "I");
                code.visitLdcInsn(lambda.number);
                code.visitJumpInsn(IF_ICMPNE, other);
                writeCase(code, lambda);
                code.visitLabel(other);
                code.visitFrame(F_SAME, 0, null, 0, null);
            }
            writeCase(code, same.get(0));
            code.visitMaxs(0, 0);
            code.visitEnd();
        }

        private void writeCase(MethodVisitor code, Lambda lambda) {
            Handle body = lambda.body;
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
            pushArguments(code, lambda, wanted);
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
            Type result = lambda.erased.getReturnType();
            if (result != Type.VOID_TYPE) {
                convert(code, given, lambda.actual.getReturnType());
            } else if (given != Type.VOID_TYPE) {
                code.visitInsn(given.getSize() == 2 ? POP2 : POP);
            }
            code.visitInsn(result.getOpcode(IRETURN));
        }

        private void pushArguments(MethodVisitor code, Lambda lambda, List<Type> wanted) {
            int next = 0;
            for (String field : lambda.slots) {
                code.visitVarInsn(ALOAD, 0);
                code.visitFieldInsn(GETFIELD, name, field, fields.get(field).getDescriptor());
                convert(code, fields.get(field), wanted.get(next++));
            }
            Type[] taken = lambda.erased.getArgumentTypes();
            int slot = 1;
            for (int i = 0; i < taken.length; i++) {
                code.visitVarInsn(taken[i].getOpcode(ILOAD), slot);
                slot += taken[i].getSize();
                convert(code, taken[i], lambda.actual.getArgumentTypes()[i]);
                convert(code, lambda.actual.getArgumentTypes()[i], wanted.get(next++));
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
            if (!from.equals(box) && !from.equals(OBJECT)) {
                throw new IllegalArgumentException("from=" + from + " to=" + to); // it may be another box
            }
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
        MethodType returning = MethodType.fromMethodDescriptorString("()" + primitive.getDescriptor(), null);
        return Type.getType(returning.wrap().returnType());
    }
}

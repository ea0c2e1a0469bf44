// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import com.esotericsoftware.kryo.kryo5.objenesis.instantiator.ObjectInstantiator;
import io.nearcall.codegen.MemberCodec;
import io.nearcall.codegen.MemberCodec.Rules;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Writes the class of a codec: {@code final class Order$Codec extends MemberCodec}, a nest mate of {@code Order}. */
public final class CodecClass implements Opcodes {

    /*
     *     public void write(Kryo kryo, Output output, Object value) {
     *         Order order = (Order) value;
     *         output.writeLong(order.id);                          // a primitive; a String in the same way
     *         writeExact(kryo, output, order.currency, 1);         // a type whose class need not be written
     *         kryo.writeClassAndObject(output, order.lines);
     *     }
     *
     *     public Object read(Kryo kryo, Input input, Class type) {
     *         Order order = new Order();                           // or: (Order) make();
     *         kryo.reference(order);                               // for objects inside it that refer to it
     *         order.id = input.readLong();
     *         order.currency = (Currency) readExact(kryo, input, 1);
     *         order.lines = (List) kryo.readClassAndObject(input);
     *         return order;
     *     }
     *
     * A record is read as: return new Point(input.readInt(), input.readInt());
     *
     * There is no branch, so there are no stack map frames. Only the loops of RunCode over elements of lists have some.
     * A codec that is generated at run time is a hidden class, and is unloaded with the class that it serves. A codec
     * from the build lies beside the class.
     */

    /** The JIT compilers refuse methods of more than 8,000 bytes; a member takes 20 at most. */
    private static final int MOST_MEMBERS = 300;

    private static final String CODEC = Type.getInternalName(MemberCodec.class);
    private static final String KRYO = Code.KRYO;
    private static final String INPUT = Code.INPUT;
    private static final String OUTPUT = Code.OUTPUT;
    private static final String OBJECT = Code.OBJECT;
    static final String WRITE = "(L" + KRYO + ";L" + OUTPUT + ";L" + OBJECT + ";)V";
    static final String READ = "(L" + KRYO + ";L" + INPUT + ";Ljava/lang/Class;)L" + OBJECT + ";";
    private static final String CONSTRUCTOR = MethodType.methodType(
                    void.class, Rules.class, ObjectInstantiator.class, Class[].class)
            .descriptorString();

    private static final int KRYO_SLOT = 1;
    private static final int STREAM_SLOT = 2;
    private static final int VALUE_SLOT = 3;
    private static final int BEAN_SLOT = 4;

    /** Room for the receiver, Kryo, the stream, a value of two words, and a number. */
    private static final int STACK = 6;

    private final Class<?> type;
    private final String typeName;
    private final List<Field> members;
    private final boolean constructed;
    private final long fingerprint;
    private final Rules rules;
    private ClassWriter writer; // made when the class is known to be possible

    /** Writes one class file at most. */
    public CodecClass(Class<?> type, List<Field> members, boolean constructed, long fingerprint, Rules rules) {
        this.type = type;
        this.typeName = Type.getInternalName(type);
        this.members = members;
        this.constructed = constructed;
        this.fingerprint = fingerprint;
        this.rules = rules;
    }

    /** A hidden class for {@link MemberCodec#of}; null if the class could not access the members. */
    public Class<?> generate(Lookup ours) {
        if (type.getModule() != ours.lookupClass().getModule() || !isPossible()) {
            return null;
        }
        try {
            return MethodHandles.privateLookupIn(type, ours)
                    .defineHiddenClass(hiddenClassFile(), false, Lookup.ClassOption.NESTMATE)
                    .lookupClass();
        } catch (IllegalAccessException e) {
            return null;
        }
    }

    byte[] hiddenClassFile() {
        return write("$Codec", null);
    }

    /** See {@link MemberCodec#classFile}. */
    public byte[] classFile() {
        return isPossible() ? write(MemberCodec.SUFFIX, Type.getInternalName(type.getNestHost())) : null;
    }

    private boolean isPossible() {
        for (Field member : members) { // no stream, because a first call waits for this
            if (!isAccessible(member)) {
                return false;
            }
        }
        return members.size() <= MOST_MEMBERS;
    }

    /** Whether a nest mate of the class can read and write the member. */
    private boolean isAccessible(Field member) {
        Class<?> owner = member.getDeclaringClass();
        int modifiers = member.getModifiers();
        if (Modifier.isFinal(modifiers) && !type.isRecord()) {
            return false; // only a constructor can set it
        }
        if (!isAccessible(WireForm.elementType(member.getType())) || !isAccessible(owner)) {
            return false;
        }
        if (Modifier.isPrivate(modifiers)) {
            return owner.isNestmateOf(type);
        }
        return Modifier.isPublic(modifiers) || Reach.isInPackageOf(type, owner);
    }

    private boolean isAccessible(Class<?> named) {
        return named.isPrimitive()
                || Reach.isInPackageOf(type, named)
                || Reach.isPublicClass(named)
                        && named.getModule().isExported(named.getPackageName(), type.getModule())
                        // A superclass of the type may mean a class of that name in another loader.
                        && Reach.isFoundBy(type.getClassLoader(), named);
    }

    /** @param host the nest host; null for a hidden class, which gets one when it is defined */
    private byte[] write(String suffix, String host) {
        writer = new ClassWriter(0);
        writer.visit(V17, ACC_PUBLIC | ACC_FINAL | ACC_SUPER, typeName + suffix, null, CODEC, null);
        writer.visitSource("generated", null);
        if (host != null) {
            writer.visitNestHost(host);
            // Spring 7 asks a nest mate for its flags as an inner class. The entry names no outer class, so no class
            // lists it as a member.
            writer.visitInnerClass(typeName + suffix, null, suffix.substring(1), ACC_PUBLIC | ACC_STATIC | ACC_FINAL);
        }
        Code.writeConstructor(writer, CODEC, CONSTRUCTOR);
        writeWrite();
        writeRead();
        new RunCode(writer, typeName + suffix, typeName).write();
        Code.writeConstant(writer, "fingerprint", fingerprint);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private void writeWrite() {
        Code code = new Code(writer, ACC_PUBLIC | ACC_FINAL, "write", WRITE);
        code.load(VALUE_SLOT);
        code.visitTypeInsn(CHECKCAST, typeName);
        code.visitVarInsn(ASTORE, BEAN_SLOT);
        for (int i = 0; i < members.size(); i++) {
            writeMember(code, members.get(i), i);
        }
        code.visitInsn(RETURN);
        code.end(STACK, BEAN_SLOT + 1);
    }

    private void writeMember(Code code, Field member, int number) {
        Class<?> memberType = member.getType();
        if (memberType.isPrimitive() || memberType == String.class) {
            code.load(STREAM_SLOT);
            get(code, member);
            code.writePlain(memberType);
        } else if (rules.isExact(memberType)) {
            code.load(0, KRYO_SLOT, STREAM_SLOT);
            get(code, member);
            code.push(number);
            code.call(CODEC, "writeExact", "(L" + KRYO + ";L" + OUTPUT + ";L" + OBJECT + ";I)V");
        } else {
            code.load(KRYO_SLOT, STREAM_SLOT);
            get(code, member);
            code.call(KRYO, "writeClassAndObject", "(L" + OUTPUT + ";L" + OBJECT + ";)V");
        }
    }

    private static void get(Code code, Field member) {
        code.load(BEAN_SLOT);
        onField(code, GETFIELD, member);
    }

    private static void onField(Code code, int opcode, Field member) {
        String owner = Type.getInternalName(member.getDeclaringClass());
        code.visitFieldInsn(opcode, owner, member.getName(), member.getType().descriptorString());
    }

    private void writeRead() {
        Code code = new Code(writer, ACC_PUBLIC | ACC_FINAL, "read", READ);
        int stack = type.isRecord() ? readRecord(code) : readBean(code);
        code.visitInsn(ARETURN);
        code.end(stack, BEAN_SLOT + 1);
    }

    /** Leaves the record on the operand stack. Returns the maximum height of the stack. */
    private int readRecord(Code code) {
        code.visitTypeInsn(NEW, typeName);
        code.visitInsn(DUP);
        StringBuilder descriptor = new StringBuilder("(");
        int height = 2;
        for (int i = 0; i < members.size(); i++) {
            Class<?> memberType = members.get(i).getType();
            readMember(code, memberType, i);
            descriptor.append(memberType.descriptorString());
            height += Type.getType(memberType).getSize();
        }
        code.visitMethodInsn(
                INVOKESPECIAL, typeName, "<init>", descriptor.append(")V").toString(), false);
        return height + STACK;
    }

    /** Leaves the bean on the operand stack. Returns the maximum height of the stack. */
    private int readBean(Code code) {
        if (constructed) {
            code.visitTypeInsn(NEW, typeName);
            code.visitInsn(DUP);
            code.visitMethodInsn(INVOKESPECIAL, typeName, "<init>", "()V", false);
        } else {
            code.load(0);
            code.call(CODEC, "make", "()L" + OBJECT + ";");
            code.visitTypeInsn(CHECKCAST, typeName);
        }
        code.visitVarInsn(ASTORE, BEAN_SLOT);
        code.load(KRYO_SLOT, BEAN_SLOT);
        code.call(KRYO, "reference", "(L" + OBJECT + ";)V");
        for (int i = 0; i < members.size(); i++) {
            code.load(BEAN_SLOT);
            readMember(code, members.get(i).getType(), i);
            onField(code, PUTFIELD, members.get(i));
        }
        code.load(BEAN_SLOT);
        return STACK;
    }

    /** Leaves the value on the operand stack. */
    private void readMember(Code code, Class<?> memberType, int number) {
        if (memberType.isPrimitive() || memberType == String.class) {
            code.load(STREAM_SLOT);
            code.readPlain(memberType);
            return;
        }
        if (rules.isExact(memberType)) {
            code.load(0, KRYO_SLOT, STREAM_SLOT);
            code.push(number);
            code.call(CODEC, "readExact", "(L" + KRYO + ";L" + INPUT + ";I)L" + OBJECT + ";");
        } else {
            code.load(KRYO_SLOT, STREAM_SLOT);
            code.call(KRYO, "readClassAndObject", "(L" + INPUT + ";)L" + OBJECT + ";");
        }
        code.cast(memberType);
    }
}

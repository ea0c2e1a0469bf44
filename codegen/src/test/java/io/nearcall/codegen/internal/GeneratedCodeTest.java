// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.esotericsoftware.kryo.kryo5.Serializer;
import io.nearcall.codegen.GraphKryo;
import io.nearcall.codegen.MemberCodec;
import io.nearcall.codegen.PrimitiveCallTest.Counter;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.Stub;
import io.nearcall.codegen.TestRules;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.Remapper;
import net.bytebuddy.jar.asm.commons.SimpleRemapper;
import org.junit.jupiter.api.Test;

public class GeneratedCodeTest {

    private static final List<RemoteMethod> METHODS =
            RemoteInterface.of(Counter.class, TestRules.INSTANCE).methods();

    private final byte[] stub = StubClass.write(Counter.class, METHODS, 4711, "shop.Counter$Stub");
    private final byte[] skeleton = SkeletonClass.write(Counter.class, METHODS, 4711, "shop.Counter$Skeleton");

    /** The methods that {@code method} calls, and a line for everything that allocates. */
    private static List<String> steps(byte[] classFile, String method) {
        List<String> steps = new ArrayList<>();
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] thrown) {
                                return name.equals(method) ? new Steps(steps) : null;
                            }
                        },
                        0);
        return steps;
    }

    private static final class Steps extends MethodVisitor {
        private final List<String> steps;

        Steps(List<String> steps) {
            super(Opcodes.ASM9);
            this.steps = steps;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean ofInterface) {
            steps.add(owner.substring(owner.lastIndexOf('/') + 1) + "." + name);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode != Opcodes.CHECKCAST) {
                steps.add("new " + type);
            }
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            if (opcode == Opcodes.NEWARRAY) {
                steps.add("new array");
            }
        }
    }

    @Test
    void shouldWriteAStubOfNothingButTheCallAndItsValues() {
        assertThat(steps(stub, "add"))
                .containsExactly(
                        "RemoteTarget.begin",
                        "SyncCall.output",
                        "Output.writeInt",
                        "Output.writeInt",
                        "SyncCall.invoke",
                        "Input.readInt",
                        "SyncCall.end",
                        "SyncCall.fail");
    }

    @Test
    void shouldWriteTheSameForABuildAndAtRunTimeButForTheNames() {
        List<RemoteMethod> methods =
                RemoteInterface.of(Counter.class, TestRules.REPEATING).methods();
        GeneratedClasses classes = GeneratedClasses.of(Counter.class, methods);
        Object stub = classes.newStub(null);
        long fingerprint = ((Stub) stub).$fingerprint();
        String name = Counter.class.getName();
        assertThat(stub.getClass().getName()).isEqualTo(name + "$Stub");

        classes.classFiles().forEach((built, classFile) -> {
            boolean ofStub = built.endsWith(BuiltClasses.STUB);
            String made = name + (ofStub ? "$Stub" : "$Skeleton");
            byte[] atRunTime = ofStub
                    ? StubClass.write(Counter.class, methods, fingerprint, made)
                    : SkeletonClass.write(Counter.class, methods, fingerprint, made);
            assertThat(renamed(classFile, built, made)).as(built).isEqualTo(renamed(atRunTime, made, made));
        });
    }

    private static byte[] renamed(byte[] classFile, String from, String to) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(classFile)
                .accept(
                        new ClassRemapper(
                                writer, new SimpleRemapper(Opcodes.ASM9, from.replace('.', '/'), to.replace('.', '/'))),
                        0);
        return writer.toByteArray();
    }

    @Test
    void shouldChangeOnlyTheHandlerOfAMethodThatMayBeRepeated() {
        List<RemoteMethod> repeatable =
                RemoteInterface.of(Counter.class, TestRules.REPEATING).methods();
        List<String> once = steps(stub, "add");
        List<String> again = steps(StubClass.write(Counter.class, repeatable, 4711, "shop.Counter$Stub"), "add");

        assertThat(again.subList(0, again.size() - 1)).isEqualTo(once.subList(0, once.size() - 1));
        assertThat(again).endsWith("SyncCall.again");
    }

    @Test
    void shouldWriteASkeletonOfNothingButTheCallAndItsValues() {
        assertThat(steps(skeleton, "add$0"))
                .containsExactly(
                        "ServerCall.input",
                        "Input.readInt",
                        "Input.readInt",
                        "ServerCall.taken",
                        "PrimitiveCallTest$Counter.add",
                        "ServerCall.reply",
                        "Output.writeInt");
        assertThat(steps(skeleton, "dispatch"))
                .containsExactly(
                        "Counter$Skeleton.add$0",
                        "Counter$Skeleton.mean$1",
                        "Counter$Skeleton.ping$2",
                        "Failures.unknownMethod");
    }

    @Test
    void shouldBoxOnlyWhatAnotherThreadTakesOver() {
        assertThat(steps(skeleton, "add$0$arguments"))
                .containsExactly(
                        "ServerCall.input",
                        "new java/lang/Object",
                        "Input.readInt",
                        "Integer.valueOf",
                        "Input.readInt",
                        "Integer.valueOf");
        assertThat(steps(skeleton, "add$0$invoke"))
                .containsExactly(
                        "Integer.intValue",
                        "Integer.intValue",
                        "PrimitiveCallTest$Counter.add",
                        "ServerReply.reply",
                        "Output.writeInt");
    }

    /** Arguments and results of all forms. */
    public interface Forms {

        byte[] bytes(byte[] value);

        int[] ints(int[] value);

        String[] strings(String[] value);

        Long exact(Long value);

        Object any(Object value, int number, String text);

        CompletableFuture<String> later();
    }

    @Test
    void shouldNameOnlyThoseOfOurClassesThatALoaderOfGeneratedOnesFinds() {
        List<RemoteMethod> once =
                RemoteInterface.of(Forms.class, TestRules.INSTANCE).methods();
        List<RemoteMethod> repeatable =
                RemoteInterface.of(Forms.class, TestRules.REPEATING).methods();
        Set<String> named = new TreeSet<>();
        named.addAll(ours(StubClass.write(Forms.class, once, 4711, "shop.Forms$Stub")));
        named.addAll(ours(StubClass.write(Forms.class, repeatable, 4711, "shop.Forms$Stub")));
        named.addAll(ours(SkeletonClass.write(Forms.class, once, 4711, "shop.Forms$Skeleton")));

        assertThat(ChildLoader.OURS.keySet()).containsAll(named);
        assertThat(named)
                .hasSizeGreaterThan(5)
                .allSatisfy(name -> assertThat(name).doesNotContain(".internal."));
    }

    /** A value with members of all forms. */
    record Parcel(int number, String text, Long exact, Object any) {}

    private static final MemberCodec.Rules LONGS_ARE_EXACT = new MemberCodec.Rules() {
        @Override
        public boolean isExact(Class<?> type) {
            return type == Long.class;
        }

        @Override
        public Serializer<?> serializerOf(Class<?> type) {
            throw new AssertionError("nothing is written");
        }
    };

    @Test
    void shouldWriteTheSameCodecForABuildAndAtRunTimeButForItsNameAndNest() {
        List<Field> members = List.of(Parcel.class.getDeclaredFields());
        byte[] built = new CodecClass(Parcel.class, members, true, 4711, LONGS_ARE_EXACT).classFile();
        byte[] atRunTime = new CodecClass(Parcel.class, members, true, 4711, LONGS_ARE_EXACT).hiddenClassFile();
        String name = Parcel.class.getName();

        assertThat(renamed(withoutNest(built), name + MemberCodec.SUFFIX, name + "$Codec"))
                .isEqualTo(renamed(withoutNest(atRunTime), name, name));
    }

    private static byte[] withoutNest(byte[] classFile) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, writer) {
                            @Override
                            public void visitNestHost(String host) {}

                            @Override
                            public void visitInnerClass(String name, String outer, String inner, int access) {}
                        },
                        0);
        return writer.toByteArray();
    }

    /** Classes from a build are used as long as the number of their generator is this one's. */
    @Test
    void shouldCountTheGeneratorUpWhenGeneratedCodeOrWhatItCallsChanges() throws Exception {
        CRC32 code = new CRC32();
        for (TestRules rules : List.of(TestRules.INSTANCE, TestRules.REPEATING)) {
            List<RemoteMethod> methods = RemoteInterface.of(Forms.class, rules).methods();
            code.update(StubClass.write(Forms.class, methods, 4711, "shop.Forms$Stub"));
            code.update(SkeletonClass.write(Forms.class, methods, 4711, "shop.Forms$Skeleton"));
        }
        List<Field> members = List.of(Parcel.class.getDeclaredFields());
        code.update(new CodecClass(Parcel.class, members, true, 4711, LONGS_ARE_EXACT).classFile());
        for (Class<?> called : Stream.concat(
                        Stream.of(MemberCodec.class, GraphKryo.class), ChildLoader.OURS.values().stream())
                .filter(type -> type.getName().startsWith("io.nearcall"))
                .sorted(Comparator.comparing(Class::getName))
                .toList()) {
            Stream.<Executable>concat(
                            Arrays.stream(called.getDeclaredMethods()), Arrays.stream(called.getDeclaredConstructors()))
                    .filter(member -> (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0)
                    .map(Object::toString)
                    .sorted()
                    .forEach(member -> code.update(member.getBytes(StandardCharsets.UTF_8)));
        }

        assertThat("generator " + BuiltClasses.GENERATOR + " writes " + Long.toHexString(code.getValue()))
                .as("if this differs, count BuiltClasses.GENERATOR up and write the new numbers here")
                .isEqualTo("generator 4 writes 1d3ebd4b");
    }

    /** The classes of Nearcall and Kryo that a generated one names. */
    private static Set<String> ours(byte[] classFile) {
        Set<String> names = new TreeSet<>();
        Remapper collector = new Remapper(Opcodes.ASM9) {
            @Override
            public String map(String internalName) {
                String name = internalName.replace('/', '.');
                if (!name.startsWith("java.") && !name.startsWith("shop.") && !name.equals(Forms.class.getName())) {
                    names.add(name);
                }
                return internalName;
            }
        };
        new ClassReader(classFile).accept(new ClassRemapper(new ClassWriter(0), collector), 0);
        return names;
    }
}

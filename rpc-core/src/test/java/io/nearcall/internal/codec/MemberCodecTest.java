// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.esotericsoftware.kryo.kryo5.Serializer;
import io.nearcall.codegen.MemberCodec;
import io.nearcall.internal.codec.elsewhere.Parent;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which classes have generated codecs, and that these write and read the same bytes as reflection. */
class MemberCodecTest {

    private record Everything(
            boolean a,
            byte b,
            char c,
            short d,
            int e,
            long f,
            float g,
            double h,
            String text,
            TimeUnit unit,
            Point point,
            Integer boxed,
            int[] array,
            Point[] points,
            Duration duration,
            List<String> list,
            Object any) {}

    private record Point(int x, int y) {
        private Point {
            if (x == 13) {
                throw new IllegalArgumentException("x=" + x);
            }
        }
    }

    private static class Bean {
        private long id;
        private String name = "initial";
        private TimeUnit unit;
        private Bean next;
        private List<Object> parts = new ArrayList<>();
        private transient String cache = "filled";
    }

    private static class Child extends Bean {
        private byte kind;

        private Child(byte kind) {
            this.kind = kind;
        }
    }

    private static final class Marked {
        private char mark = 'm';
        private double[] values = {1.5};
        private Map<String, Point> points = Map.of();

        private Marked() {}
    }

    private static class Unchangeable {
        private final int value;

        private Unchangeable(int value) {
            this.value = value;
        }
    }

    private static class Heir extends Parent {
        private int own = 1;
    }

    private final TestLane lane = new TestLane(1 << 12);

    static Stream<Object> values() {
        Bean bean = new Bean();
        bean.id = -1;
        bean.unit = TimeUnit.DAYS;
        bean.next = bean;
        bean.parts.addAll(Arrays.asList(new Point(1, 2), "text", null, bean, 7L, bean.parts));
        Child child = new Child((byte) 3);
        ((Bean) child).next = bean;
        return Stream.of(
                new Point(-1, Integer.MAX_VALUE),
                new Everything(
                        true,
                        (byte) 1,
                        'c',
                        (short) -2,
                        3,
                        -4,
                        5,
                        6,
                        "text",
                        TimeUnit.HOURS,
                        new Point(1, 2),
                        42,
                        new int[] {1},
                        new Point[] {null, new Point(0, 0)},
                        Duration.ofMillis(5),
                        List.of("a"),
                        new Point(3, 4)),
                new Everything(
                        false, (byte) 0, '\0', (short) 0, 0, 0, 0, 0, null, null, null, null, null, null, null, null,
                        null),
                bean,
                child,
                new Marked());
    }

    @ParameterizedTest
    @MethodSource("values")
    void shouldWriteAndReadWhatReflectionDoes(Object value) {
        Class<?> type = value.getClass();
        Serializer<?> reflective = ReflectiveCodec.of(type);
        Serializer<?> generated = Serializers.of(type);
        assertThat(generated)
                .isInstanceOf(
                        Boolean.getBoolean("io.nearcall.codec.reflective") ? reflective.getClass() : MemberCodec.class);

        byte[] bytes = written(value, reflective);
        assertThat(written(value, generated)).isEqualTo(bytes);
        for (Serializer<?> serializer : List.of(generated, reflective)) {
            lane.write(out -> lane.codec.writeObject(out, value, reflective));
            Object copy = lane.read(in -> lane.codec.readObject(in, type, serializer));
            assertThat(copy)
                    .usingRecursiveComparison()
                    .ignoringFieldsMatchingRegexes(".*cache") // transient
                    .isEqualTo(value);
            assertThat(written(copy, generated)).isEqualTo(bytes);
        }
    }

    private byte[] written(Object value, Serializer<?> serializer) {
        lane.write(out -> lane.codec.writeObject(out, value, serializer));
        return lane.message();
    }

    @ParameterizedTest
    @ValueSource(classes = {Unchangeable.class, Heir.class})
    void shouldLeaveToReflectionWhatGeneratedCodeMayNotAccess(Class<?> type) {
        assertThat(Serializers.of(type)).isInstanceOf(BeanCodec.class);
    }

    @Test
    void shouldBringMembersOfAParentOfAnotherPackageAcross() {
        Heir heir = new Heir();
        heir.keep("safe");
        assertThat(lane.copy(heir).secret()).isEqualTo("safe");
        assertThat(lane.copy(new Unchangeable(7)).value).isEqualTo(7);
    }

    @Test
    void shouldMakeABeanByItsConstructorAndOneWithoutByNone() {
        Bean bean = new Bean();
        bean.cache = "not sent";
        assertThat(lane.copy(bean).cache).isEqualTo("filled");
        assertThat(lane.copy(new Child((byte) 1)).kind).isEqualTo((byte) 1);
        assertThat(((Bean) lane.copy(new Child((byte) 1))).cache).isNull();
    }

    @ParameterizedTest
    @CsvSource({"300, true", "301, false"})
    void shouldGenerateNoCodeThatTheCompilersRefuse(int members, boolean generated)
            throws ReflectiveOperationException {
        Class<?> type = MethodHandles.lookup().defineClass(withMembers(members));
        assertThat(Serializers.of(type) instanceof MemberCodec)
                .isEqualTo(generated && !Boolean.getBoolean("io.nearcall.codec.reflective"));
        Object value = type.getConstructor().newInstance();
        type.getField("member" + (members - 1)).setLong(value, 7);
        assertThat(type.getField("member" + (members - 1)).getLong(lane.copy(value)))
                .isEqualTo(7);
    }

    /** A class file, with longs, which take the most bytes of code. */
    private static byte[] withMembers(int count) {
        ClassWriter writer = new ClassWriter(0);
        String name = MemberCodecTest.class.getPackageName().replace('.', '/') + "/Wide" + count;
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
        for (int i = 0; i < count; i++) {
            writer.visitField(Opcodes.ACC_PUBLIC, "member" + i, "J", null, null).visitEnd();
        }
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(1, 1);
        code.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** A class that two loaders have. */
    public static class Twofold {
        public int value = 1;
    }

    /** Its member is of the class that its own loader finds. */
    public static class Elder {
        public Twofold member;
    }

    /** Of a loader that finds another class of the member's name. */
    public static class Younger extends Elder {
        public int own = 2;
    }

    @Test
    void shouldLeaveToReflectionAClassWhoseLoaderFindsAnotherClassOfAMembersName() throws Exception {
        ClassLoader outer = new Redefining(getClass().getClassLoader(), Twofold.class, Elder.class);
        ClassLoader inner = new Redefining(outer, Twofold.class, Younger.class, Beside.class);
        Class<?> younger = inner.loadClass(Younger.class.getName());
        MethodHandles.Lookup beside = (MethodHandles.Lookup)
                inner.loadClass(Beside.class.getName()).getMethod("lookup").invoke(null);

        assertThat(MemberCodec.of(younger, List.of(younger.getField("own")), null, beside, ANY))
                .isNotNull();
        assertThat(MemberCodec.of(younger, List.of(younger.getField("member")), null, beside, ANY))
                .isNull();
    }

    private static final MemberCodec.Rules ANY = new MemberCodec.Rules() {
        @Override
        public boolean isExact(Class<?> type) {
            return false;
        }

        @Override
        public Serializer<?> serializerOf(Class<?> type) {
            throw new AssertionError(type + " is written with its class");
        }
    };

    /** Stands for Nearcall in a loader. */
    public static class Beside {
        public static MethodHandles.Lookup lookup() {
            return MethodHandles.lookup();
        }
    }

    /** Has classes of its own, copies of the given ones. */
    private static final class Redefining extends ClassLoader {
        private final List<String> own;

        Redefining(ClassLoader parent, Class<?>... own) {
            super(parent);
            this.own = Stream.of(own).map(Class::getName).toList();
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!own.contains(name)) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] classFile = in.readAllBytes();
                return defineClass(name, classFile, 0, classFile.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

public class ValueTypesTest {

    public enum Size {
        SMALL,
        LARGE
    }

    public enum Carrier {
        BIKE {
            @Override
            int wheels() {
                return 2;
            }
        },
        VAN {
            @Override
            int wheels() {
                return 4;
            }
        };

        abstract int wheels();
    }

    public record Label(String text) {}

    public interface Parcels {
        String weigh(boolean fragile, byte zone, short depot, char shelf, int grams, long id, float rate, double price);

        boolean fragile(boolean v);

        byte zone(byte v);

        short depot(short v);

        char shelf(char v);

        int grams(int v);

        long id(long v);

        float rate(float v);

        double price(double v);

        byte[] sealed(long id, byte[] content, String note);

        boolean same(byte[] one, byte[] other);

        Object[] arrays(
                boolean[] a, byte[] b, short[] c, char[] d, int[] e, long[] f, float[] g, double[] h, int[][] i);

        String[] names(String... names);

        Label[] labels(Label[] labels);

        Object[] things(Object... things);

        List<?>[] lists(List<?>[] lists);

        Integer boxed(Integer value, Long other);

        Size size(Size size);

        Carrier carrier(Carrier carrier);

        Label label(Label label);

        Object any(Object any);

        Void nothing(Void nothing);

        long mixed(long a, String b, double c, int d, Object e, long f);
    }

    static final class Depot implements Parcels {
        @Override
        public String weigh(boolean a, byte b, short c, char d, int e, long f, float g, double h) {
            return a + " " + b + " " + c + " " + d + " " + e + " " + f + " " + g + " " + h;
        }

        @Override
        public boolean fragile(boolean v) {
            return v;
        }

        @Override
        public byte zone(byte v) {
            return v;
        }

        @Override
        public short depot(short v) {
            return v;
        }

        @Override
        public char shelf(char v) {
            return v;
        }

        @Override
        public int grams(int v) {
            return v;
        }

        @Override
        public long id(long v) {
            return v;
        }

        @Override
        public float rate(float v) {
            return v;
        }

        @Override
        public double price(double v) {
            return v;
        }

        @Override
        public byte[] sealed(long id, byte[] content, String note) {
            return id == 7 && note.equals("fragile") ? content : new byte[] {-1};
        }

        @Override
        public boolean same(byte[] one, byte[] other) {
            return Arrays.equals(one, other);
        }

        @Override
        public Object[] arrays(
                boolean[] a, byte[] b, short[] c, char[] d, int[] e, long[] f, float[] g, double[] h, int[][] i) {
            return new Object[] {a, b, c, d, e, f, g, h, i};
        }

        @Override
        public String[] names(String... names) {
            return names;
        }

        @Override
        public Label[] labels(Label[] labels) {
            return labels;
        }

        @Override
        public Object[] things(Object... things) {
            return things;
        }

        @Override
        public List<?>[] lists(List<?>[] lists) {
            return lists;
        }

        @Override
        public Integer boxed(Integer value, Long other) {
            return value;
        }

        @Override
        public Size size(Size size) {
            return size;
        }

        @Override
        public Carrier carrier(Carrier carrier) {
            return carrier;
        }

        @Override
        public Label label(Label label) {
            return label;
        }

        @Override
        public Object any(Object any) {
            return any;
        }

        @Override
        public Void nothing(Void nothing) {
            return nothing;
        }

        @Override
        public long mixed(long a, String b, double c, int d, Object e, long f) {
            return a + b.length() + (long) c + d + ((Integer) e) + f;
        }
    }

    final Parcels parcels = Loopback.connect(Parcels.class, new Depot());

    private long lengthBytes() {
        return Loopback.of(parcels).lengthBytes;
    }

    @Test
    void shouldCarryEveryPrimitiveInItsOwnWidth() {
        assertThat(parcels.weigh(true, (byte) -1, (short) -2, 'x', -3, Long.MIN_VALUE, 1.5f, -2.5))
                .isEqualTo("true -1 -2 x -3 -9223372036854775808 1.5 -2.5");
        assertThat(lengthBytes()).isEqualTo(1 + 1 + 2 + 2 + 4 + 8 + 4 + 8);
    }

    @Test
    void shouldCarryBytesByThemselves() {
        for (byte[] content : new byte[][] {null, {}, {1}, new byte[127], new byte[300]}) {
            assertThat(parcels.sealed(7, content, "fragile")).isEqualTo(content);
        }
        assertThat(lengthBytes()).isEqualTo(8 + 2 + 300 + "fragile".length());
    }

    @Test
    void shouldCarryTwoArraysOfBytes() {
        assertThat(parcels.same(new byte[] {1, 2}, new byte[] {1, 2})).isTrue();
        assertThat(parcels.same(new byte[] {1, 2}, null)).isFalse();
    }

    @Test
    void shouldReturnEveryPrimitive() {
        assertThat(parcels.fragile(true)).isTrue();
        assertThat(parcels.zone(Byte.MIN_VALUE)).isEqualTo(Byte.MIN_VALUE);
        assertThat(parcels.depot(Short.MIN_VALUE)).isEqualTo(Short.MIN_VALUE);
        assertThat(parcels.shelf('\uffff')).isEqualTo('\uffff');
        assertThat(parcels.grams(Integer.MIN_VALUE)).isEqualTo(Integer.MIN_VALUE);
        assertThat(parcels.id(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(parcels.rate(Float.MIN_VALUE)).isEqualTo(Float.MIN_VALUE);
        assertThat(parcels.price(-0.0)).isEqualTo(-0.0);
    }

    @Test
    void shouldCarryArraysOfEveryPrimitive() {
        Object[] back = parcels.arrays(
                new boolean[] {true},
                new byte[] {1},
                new short[] {2},
                new char[] {'c'},
                new int[] {4},
                new long[] {5},
                new float[] {6},
                new double[] {7},
                new int[][] {{8}, null, {}});

        assertThat(back).isEqualTo(new Object[] {
            new boolean[] {true},
            new byte[] {1},
            new short[] {2},
            new char[] {'c'},
            new int[] {4},
            new long[] {5},
            new float[] {6},
            new double[] {7},
            new int[][] {{8}, null, {}}
        });
    }

    @Test
    void shouldCarryArraysOfObjects() {
        assertThat(parcels.names("a", null)).containsExactly("a", null);
        assertThat(parcels.names()).isEmpty();
        assertThat(parcels.labels(new Label[] {new Label("x"), null})).containsExactly(new Label("x"), null);
        assertThat(parcels.things(1, "a", new Label("x"))).containsExactly(1, "a", new Label("x"));
        assertThat(parcels.lists(new List<?>[] {null})).hasSize(1);
    }

    @Test
    void shouldCarryEnumsWithAndWithoutBodies() {
        assertThat(parcels.size(Size.LARGE)).isSameAs(Size.LARGE);
        assertThat(parcels.carrier(Carrier.VAN)).isSameAs(Carrier.VAN);
    }

    @Test
    void shouldCarryNullWhereverAnObjectGoes() {
        assertThat(parcels.names((String[]) null)).isNull();
        assertThat(parcels.labels(null)).isNull();
        assertThat(parcels.boxed(null, null)).isNull();
        assertThat(parcels.size(null)).isNull();
        assertThat(parcels.carrier(null)).isNull();
        assertThat(parcels.label(null)).isNull();
        assertThat(parcels.any(null)).isNull();
        assertThat(parcels.nothing(null)).isNull();
        assertThat(parcels.arrays(null, null, null, null, null, null, null, null, null))
                .containsOnlyNulls();
    }

    @Test
    void shouldCarryBoxedValuesAndWhateverIsDeclaredAsObject() {
        assertThat(parcels.boxed(7, 8L)).isEqualTo(7);
        assertThat(parcels.any(List.of())).isEqualTo(List.of());
        assertThat(parcels.any(new int[] {1})).isEqualTo(new int[] {1});
    }

    @Test
    void shouldKeepTrackOfWideArgumentsAmongNarrowOnes() {
        assertThat(parcels.mixed(1, "four", 3.0, 4, 5, 6)).isEqualTo(1 + 4 + 3 + 4 + 5 + 6);
    }

    @Test
    void shouldLayOutFinalTypesOfTheJdkWithoutTheirClass() {
        RemoteInterface<Parcels> remote = RemoteInterface.of(Parcels.class, TestRules.INSTANCE);

        assertThat(remote.methods())
                .extracting(m -> m.name() + m.wireForm())
                .contains(
                        "weigh(ZBSCIJFD)T",
                        "sealed(JAT)A",
                        "same(XX)Z",
                        "names(X)X",
                        "labels(L)L",
                        "things(L)L",
                        "boxed(XX)X",
                        "size(L)L",
                        "carrier(L)L",
                        "label(L)L",
                        "any(L)L",
                        "arrays(XXXXXXXXX)L");
    }

    /** Elements that follow one after the other, and an iterator that stays where it is. */
    public interface Belt {
        Iterator<String> parcels(Iterator<String> sent, List<String> labels);

        Iterator<String> kept(Iterator<String> kept);

        CompletableFuture<Iterator<String>> later();
    }

    @Test
    void shouldGiveStreamsAFormOfTheirOwnUnlessTheyAreReferences() {
        RemoteInterface<Belt> remote = RemoteInterface.of(Belt.class, new InterfaceRules() {
            @Override
            public boolean isOneWay(Method method) {
                return false;
            }

            @Override
            public boolean isByReference(AnnotatedElement declaration) {
                Executable method = declaration instanceof Parameter parameter
                        ? parameter.getDeclaringExecutable()
                        : (Executable) declaration;
                return method.getName().equals("kept");
            }

            @Override
            public boolean isStreamed(Class<?> type) {
                return type == Iterator.class;
            }
        });

        assertThat(remote.methods())
                .extracting(m -> m.name() + m.wireForm())
                .containsExactly("kept(R)R", "later()L", "parcels(EL)E");
        assertThat(remote.method(2).parameters().get(0).isStreamed()).isTrue();
        assertThat(remote.method(2).parameters().get(1).isStreamed()).isFalse();
        assertThat(remote.method(2).result().isStreamed()).isTrue();
        assertThat(remote.method(1).result().isStreamed()).isFalse();
    }
}

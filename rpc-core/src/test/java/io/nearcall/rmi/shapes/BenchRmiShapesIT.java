// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi.shapes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nearcall.Remotes;
import io.nearcall.rmi.Naming;
import io.nearcall.rmi.Rmi;
import io.nearcall.rmi.shapes.Shapes.LateRing;
import io.nearcall.rmi.shapes.Shapes.Numbered;
import io.nearcall.rmi.shapes.Shapes.Ring;
import io.nearcall.rmi.shapes.Shapes.Tree;
import io.nearcall.rmi.shapes.Shapes.Undeclared;
import io.nearcall.rmi.shapes.Shapes.WrongShape;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.rmi.Remote;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The shapes of arguments and results that OpenJDK's {@code bench.rmi} uses, between two JVMs that both allow the package by a
 * pattern. Proxies, and classes that only one side has, are left out, because they do not travel.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class BenchRmiShapesIT {

    private static final String ALLOW = "io.nearcall.rmi.allow";
    private static final String PATTERN = "io.nearcall.rmi.shapes.**";

    private final Random random = new Random(4711);
    private OtherJvm server;
    private Shapes shapes;

    @BeforeEach
    void open() throws Exception {
        Rmi.close();
        System.setProperty(ALLOW, PATTERN);
        server = OtherJvm.start(List.of("-D" + ALLOW + "=" + PATTERN), OtherJvm.classPath(), ShapesServer.class);
        assertThat(server.readLine()).isEqualTo("ready");
        shapes = (Shapes) Naming.lookup("shapes");
    }

    @AfterEach
    void close() {
        Rmi.close();
        System.clearProperty(ALLOW);
        server.close();
    }

    @Test
    void shouldCallWithoutArgumentsAndWithPrimitives() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            shapes.call();
        }
        assertThat(shapes.sum(Integer.MAX_VALUE, 1)).isEqualTo(Integer.MIN_VALUE);
        assertThat(shapes.sum(1L << 40, 1L)).isEqualTo((1L << 40) + 1);
        assertThat(shapes.sum(1.5f, Float.MIN_VALUE)).isEqualTo(1.5f + Float.MIN_VALUE);
        assertThat(shapes.sum(Double.MAX_VALUE, Double.MAX_VALUE)).isInfinite();
        assertThat(shapes.sum(0.1, 0.2)).isEqualTo(0.1 + 0.2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 50_000})
    void shouldPassArraysOfPrimitives(int length) throws Exception {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        int[] ints = random.ints(length).toArray();
        long[] longs = random.longs(length).toArray();
        double[] doubles = random.doubles(length).toArray();
        boolean[] booleans = new boolean[length];
        char[] chars = new char[length];
        short[] shorts = new short[length];
        float[] floats = new float[length];
        for (int i = 0; i < length; i++) {
            booleans[i] = ints[i] < 0;
            chars[i] = (char) ints[i];
            shorts[i] = (short) ints[i];
            floats[i] = (float) doubles[i];
        }
        assertThat(shapes.echo(booleans)).isEqualTo(booleans);
        assertThat(shapes.echo(bytes)).isEqualTo(bytes);
        assertThat(shapes.echo(chars)).isEqualTo(chars);
        assertThat(shapes.echo(shorts)).isEqualTo(shorts);
        assertThat(shapes.echo(ints)).isEqualTo(ints);
        assertThat(shapes.echo(longs)).isEqualTo(longs);
        assertThat(shapes.echo(floats)).isEqualTo(floats);
        assertThat(shapes.echo(doubles)).isEqualTo(doubles);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 50, 20_000})
    void shouldPassArraysOfObjects(int length) throws Exception {
        Object[] objects = new Object[length];
        Arrays.setAll(objects, i -> new Tree(0, i));
        Object[] copies = shapes.echo(objects);
        assertThat(copies).hasSize(length).doesNotContainNull();
        for (int i = 0; i < length; i++) {
            assertThat(((Tree) copies[i]).number).isEqualTo(i);
        }
        Tree[] trees = Arrays.copyOf(objects, length, Tree[].class);
        assertThat(shapes.echo((Object) trees)).isInstanceOf(Tree[].class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4, 14})
    void shouldPassTrees(int depth) throws Exception {
        Tree tree = new Tree(depth, 1);
        Tree copy = (Tree) shapes.echo(tree);
        assertThat(copy).isNotSameAs(tree);
        assertThat(copy.sum()).isEqualTo(tree.sum());
    }

    @Test
    void shouldPassRingsWithClassesThatAreLoadedForThem() throws Exception {
        Ring ring = new Ring().with(new Ring(), "a").with(new LateRing(), new Tree(1, 1));
        Ring copy = (Ring) shapes.echo(ring);
        assertThat(copy.next).isInstanceOf(LateRing.class);
        assertThat(((LateRing) copy.next).late).isEqualTo(7);
        assertThat(((Tree) copy.next.content).sum()).isEqualTo(6);
        assertThat(copy.next.next.content).isEqualTo("a");
        assertThat(copy.next.next.next).isSameAs(copy);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 200})
    void shouldThrowExceptionsFromAnyDepth(int depth) {
        WrongShape declared = catchThrowableOfType(WrongShape.class, () -> shapes.fail("declared", depth));
        assertThat(declared).hasMessage("crooked");
        assertThat(declared.tree().sum()).isEqualTo(new Tree(2, 1).sum());
        assertThat(declared.getStackTrace()).hasSizeGreaterThan(depth);
        Undeclared undeclared = catchThrowableOfType(Undeclared.class, () -> shapes.fail("undeclared", depth));
        assertThat(undeclared).hasMessage("bent");
        assertThat(catchThrowableOfType(IllegalStateException.class, () -> shapes.fail("broken", depth)))
                .hasMessage("broken");
    }

    @Test
    void shouldExportAndUnexportObjects() throws Exception {
        assertThat(shapes.exportAndUnexport(1_000)).isEqualTo(1_000);
        assertThat(shapes.exportAndUnexport(1)).isEqualTo(1);
    }

    @Test
    void shouldCollectRemoteObjectsThatNobodyRefersTo() throws Exception {
        List<Remote> stubs = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            stubs.add(shapes.make(i));
        }
        for (int i = 0; i < stubs.size(); i++) {
            assertThat(Remotes.isStub(stubs.get(i))).isTrue();
            assertThat(((Numbered) stubs.get(i)).number()).isEqualTo(i);
        }
        assertThat(shapes.collected()).isZero();
        Numbered kept = (Numbered) stubs.get(500);
        stubs.clear();
        while (shapes.collected() < 999) {
            System.gc();
            LockSupport.parkNanos(20_000_000);
        }
        assertThat(kept.number()).isEqualTo(500);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi.shapes;

import io.nearcall.rmi.LocateRegistry;
import io.nearcall.rmi.UnicastRemoteObject;
import java.lang.ref.WeakReference;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The other side of {@link BenchRmiShapesIT}. */
public final class ShapesServer extends UnicastRemoteObject implements Shapes {

    private final Queue<WeakReference<Remote>> made = new ConcurrentLinkedQueue<>();

    private ShapesServer() throws RemoteException {}

    public static void main(String[] arguments) throws Exception {
        LocateRegistry.createRegistry(1099).bind("shapes", new ShapesServer());
        System.out.println("ready");
    }

    private record Number(int number) implements Numbered {}

    @Override
    public void call() {}

    @Override
    public int sum(int a, int b) {
        return a + b;
    }

    @Override
    public long sum(long a, long b) {
        return a + b;
    }

    @Override
    public float sum(float a, float b) {
        return a + b;
    }

    @Override
    public double sum(double a, double b) {
        return a + b;
    }

    @Override
    public boolean[] echo(boolean[] values) {
        return values;
    }

    @Override
    public byte[] echo(byte[] values) {
        return values;
    }

    @Override
    public char[] echo(char[] values) {
        return values;
    }

    @Override
    public short[] echo(short[] values) {
        return values;
    }

    @Override
    public int[] echo(int[] values) {
        return values;
    }

    @Override
    public long[] echo(long[] values) {
        return values;
    }

    @Override
    public float[] echo(float[] values) {
        return values;
    }

    @Override
    public double[] echo(double[] values) {
        return values;
    }

    @Override
    public Object[] echo(Object[] values) {
        return values;
    }

    @Override
    public Object echo(Object value) {
        return value;
    }

    @Override
    public void fail(String how, int depth) throws WrongShape {
        if (depth > 0) {
            fail(how, depth - 1);
        }
        switch (how) {
            case "declared" -> throw new WrongShape("crooked", new Tree(2, 1));
            case "undeclared" -> throw new Undeclared("bent");
            default -> throw new IllegalStateException(how);
        }
    }

    @Override
    public Remote make(int number) throws RemoteException {
        Number object = new Number(number);
        made.add(new WeakReference<>(object));
        return exportObject(object, 0);
    }

    @Override
    public int exportAndUnexport(int count) throws RemoteException {
        List<Number> objects = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            objects.add(new Number(i));
            exportObject(objects.get(i), 0);
        }
        int unexported = 0;
        for (Number object : objects) {
            unexported += unexportObject(object, true) ? 1 : 0;
        }
        return unexported;
    }

    @Override
    public int collected() {
        System.gc();
        return (int) made.stream().filter(object -> object.get() == null).count();
    }
}

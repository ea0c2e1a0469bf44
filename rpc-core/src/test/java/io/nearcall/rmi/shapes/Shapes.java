// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi.shapes;

import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;

/** Calls of every shape. Its signatures name none of the application's values but one exception. */
public interface Shapes extends Remote {

    void call() throws RemoteException;

    int sum(int a, int b) throws RemoteException;

    long sum(long a, long b) throws RemoteException;

    float sum(float a, float b) throws RemoteException;

    double sum(double a, double b) throws RemoteException;

    boolean[] echo(boolean[] values) throws RemoteException;

    byte[] echo(byte[] values) throws RemoteException;

    char[] echo(char[] values) throws RemoteException;

    short[] echo(short[] values) throws RemoteException;

    int[] echo(int[] values) throws RemoteException;

    long[] echo(long[] values) throws RemoteException;

    float[] echo(float[] values) throws RemoteException;

    double[] echo(double[] values) throws RemoteException;

    Object[] echo(Object[] values) throws RemoteException;

    Object echo(Object value) throws RemoteException;

    /** Throws one that it declares, one that is unchecked, or one of the JDK's, this deep in the stack. */
    void fail(String how, int depth) throws WrongShape, RemoteException;

    /** Gives an object that was exported for this call. */
    Remote make(int number) throws RemoteException;

    /** Exports that many objects, and unexports them; returns how many. */
    int exportAndUnexport(int count) throws RemoteException;

    /** How many of the objects that were made have been collected, after a collection. */
    int collected() throws RemoteException;

    /** One of many objects. */
    interface Numbered extends Remote {
        int number() throws RemoteException;
    }

    /** A tree: as many nodes as there are. */
    final class Tree implements Serializable {
        private static final long serialVersionUID = 1L;

        public final Tree left;
        public final Tree right;
        public final int number;

        public Tree(int depth, int number) {
            this.number = number;
            left = depth == 0 ? null : new Tree(depth - 1, 2 * number);
            right = depth == 0 ? null : new Tree(depth - 1, 2 * number + 1);
        }

        /** Of the numbers of all nodes. */
        public long sum() {
            return number + (left == null ? 0 : left.sum() + right.sum());
        }
    }

    /** A ring: the last element leads to the first one. */
    class Ring implements Serializable {
        private static final long serialVersionUID = 1L;

        public Ring next = this;
        public Object content;

        /** Puts another one behind this. */
        public Ring with(Ring after, Object its) {
            after.content = its;
            after.next = next;
            next = after;
            return this;
        }
    }

    /** Neither side knows the class before an object of it travels. */
    final class LateRing extends Ring {
        private static final long serialVersionUID = 1L;

        public int late = 7;
    }

    /** Is declared. */
    final class WrongShape extends Exception {
        private static final long serialVersionUID = 1L;

        private final Tree tree;

        public WrongShape(String message, Tree tree) {
            super(message);
            this.tree = tree;
        }

        /** What is wrong. */
        public Tree tree() {
            return tree;
        }
    }

    /** Is allowed, and not declared. */
    final class Undeclared extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Undeclared(String message) {
            super(message);
        }
    }
}

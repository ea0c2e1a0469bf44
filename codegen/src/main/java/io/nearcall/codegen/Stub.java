// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import io.nearcall.codegen.internal.GeneratedClasses;
import java.lang.reflect.Constructor;

/** The super-class of generated stubs. A stub presents its target as an interface. */
public abstract class Stub {

    /** The far end, where every call of this stub begins. */
    public final RemoteTarget target;

    protected Stub(RemoteTarget target) {
        this.target = target;
    }

    /** As {@link Skeleton#fingerprint}; 0 for a stub of several interfaces. No interface has a method of this name. */
    public long $fingerprint() {
        return 0;
    }

    /** The far end of {@code stub}, or {@code null} if the object is not a stub. */
    public static RemoteTarget targetOf(Object stub) {
        return stub instanceof Stub s ? s.target : null;
    }

    /** A new stub of the same class as {@code stub}, whose calls begin at {@code target}. */
    public static Stub over(RemoteTarget target, Stub stub) {
        return (Stub) GeneratedClasses.newInstance(Constructors.OF_STUBS.get(stub.getClass()), target);
    }

    /** Whether {@code other} is a stub of an equal target. The answer needs no call. */
    @Override
    public final boolean equals(Object other) {
        return this == other || other instanceof Stub s && target.equals(s.target);
    }

    @Override
    public final int hashCode() {
        return target.hashCode();
    }

    @Override
    public final String toString() {
        return target.describe();
    }

    /** The constructors of stub classes, for {@link #over}. A value refers to its own class only, and lives as long. */
    private static final class Constructors extends ClassValue<Constructor<?>> {

        static final Constructors OF_STUBS = new Constructors();

        @Override
        protected Constructor<?> computeValue(Class<?> type) {
            return GeneratedClasses.constructor(type, RemoteTarget.class);
        }
    }
}

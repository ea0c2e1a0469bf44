// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.Skeleton;

/** An object that others may call through one interface. */
public final class ExportedObject {

    private final int id;
    private final RemoteInterface<?> type;
    private final Skeleton skeleton;
    private final Object target;
    private final ClassLoader contextClassLoader;
    private final String serviceName;
    LocalObjects.Holds held; // set once by the table that it is in, before anybody else sees this

    ExportedObject(int id, RemoteInterface<?> type, Object target, String serviceName) {
        this.id = id;
        this.type = type;
        this.skeleton = type.skeleton();
        this.target = target;
        this.contextClassLoader = target.getClass().getClassLoader();
        this.serviceName = serviceName;
    }

    public int id() {
        return id;
    }

    public RemoteInterface<?> type() {
        return type;
    }

    public Skeleton skeleton() {
        return skeleton;
    }

    public Object target() {
        return target;
    }

    /** What the context class loader shall be while a method of the object runs. */
    public ClassLoader contextClassLoader() {
        return contextClassLoader;
    }

    public String serviceName() {
        return serviceName;
    }
}

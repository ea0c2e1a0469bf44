// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.foreign;

import com.esotericsoftware.kryo.kryo5.Kryo;
import io.nearcall.codegen.Stub;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.ByteBuddy;

/** Throw-away class loaders, and whether they were thrown away. */
public final class Loaders {

    private Loaders() {}

    /** Sees the JDK and the test classes, but nothing that they depend on. */
    public static URLClassLoader ofApplication() {
        return new URLClassLoader(new URL[] {origin(Loaders.class)}, ClassLoader.getPlatformClassLoader());
    }

    /** Sees the JDK, and has code generation, its dependencies and the test classes to itself. */
    public static URLClassLoader ofCodegen(ClassLoader parent) {
        return new URLClassLoader(
                new URL[] {origin(Stub.class), origin(Kryo.class), origin(ByteBuddy.class), origin(Loaders.class)},
                parent);
    }

    /** Whether the referent is collected within ten seconds. */
    public static boolean isCollected(WeakReference<?> reference) throws InterruptedException {
        List<byte[]> pressure = new ArrayList<>();
        for (int i = 0; i < 100 && reference.get() != null; i++) {
            System.gc();
            pressure.add(new byte[1 << 16]);
            Thread.sleep(i < 10 ? 10 : 100);
        }
        return reference.get() == null;
    }

    private static URL origin(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }
}

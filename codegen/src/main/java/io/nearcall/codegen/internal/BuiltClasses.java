// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import com.esotericsoftware.kryo.kryo5.Kryo;
import io.nearcall.codegen.MemberCodec;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.Stub;
import java.lang.System.Logger.Level;
import java.lang.reflect.Field;
import java.util.List;

/** Stubs, skeletons and codecs that were generated when the application was built. They lie beside their classes. */
public final class BuiltClasses {

    /*
     * The same code writes them and the classes that are generated at run time. They differ only in their names. Each
     * carries the fingerprint of the input of the generator. If the class has changed since then, or the generator has
     * another version, the fingerprint differs. Then the built class is not used.
     */

    static final String STUB = "$NearcallStub";
    static final String SKELETON = "$NearcallSkeleton";

    /** Raised when the generated code, or its way to call {@link io.nearcall.codegen}, has changed. */
    static final long GENERATOR = 4;

    private static final String PROPERTY = "io.nearcall.stubs";
    private static final String AUTO = "auto";
    private static final String BUILT = "built";
    private static final String GENERATED = "generated";
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    /** Which classes are used. */
    private static final String CHOICE = System.getProperty(PROPERTY, AUTO);

    static {
        if (!List.of(AUTO, BUILT, GENERATED).contains(CHOICE)) {
            throw new IllegalArgumentException(
                    PROPERTY + "=" + CHOICE + " is none of " + AUTO + ", " + BUILT + " and " + GENERATED + ".");
        }
    }

    private BuiltClasses() {}

    /** The built class for {@code type}, a subtype of {@code kind}; null if there is none that this JVM can use. */
    public static Class<?> find(Class<?> type, String suffix, Class<?> kind) {
        ClassLoader loader = type.getClassLoader();
        if (CHOICE.equals(GENERATED) || loader == null || !readsOurModules(type.getModule())) {
            return null;
        }
        try {
            Class<?> found = Class.forName(type.getName() + suffix, false, loader);
            return found.getClassLoader() == loader
                            && PackageHome.findsOurClasses(loader)
                            && kind.isAssignableFrom(found)
                    ? found
                    : null;
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    /** True for the class path. A named module would have to require modules with which it has nothing to do. */
    private static boolean readsOurModules(Module module) {
        Module ours = Stub.class.getModule();
        if (!module.canRead(ours) || !module.canRead(Kryo.class.getModule())) {
            return false;
        }
        ours.addExports(Stub.class.getPackageName(), module);
        return true;
    }

    /** Warns that the built class that was found does not fit the class as it is now. */
    public static void tellOutdated(Class<?> built, Class<?> type) {
        System.getLogger("io.nearcall")
                .log(
                        Level.WARNING,
                        "{0} is outdated and not used: {1} has changed since. Build the project again.",
                        built.getName(),
                        type.getName());
    }

    /** Whether only built classes may be used. */
    public static boolean isGenerationRefused() {
        return CHOICE.equals(BUILT);
    }

    /** @throws IllegalStateException if only built classes may be used */
    static void requireGeneration(String what) {
        if (isGenerationRefused()) {
            throw new IllegalStateException(
                    "There is no " + what + " from the build, or it is outdated, and " + PROPERTY
                            + "=built. Generate the classes when the project is built: by the plugin that docs/guide/faster-start.md"
                            + " has, or by java -cp CLASS_PATH io.nearcall.build.GenerateStubs CLASSES_DIRECTORY [INTERFACE...]");
        }
    }

    /** The fingerprint of everything that the classes of an interface depend on. */
    static long fingerprint(Class<?> type, List<RemoteMethod> methods, List<String> ways) {
        long hash = add(FNV_OFFSET ^ GENERATOR, type.getName());
        for (int i = 0; i < ways.size(); i++) {
            hash = add(hash, methods.get(i).name());
            hash = add(hash, methods.get(i).descriptor());
            hash = add(hash, ways.get(i));
        }
        return hash;
    }

    /** The fingerprint of everything that the codec of a class depends on. */
    public static long fingerprint(Class<?> type, List<Field> members, boolean constructed, MemberCodec.Rules rules) {
        long hash = add(FNV_OFFSET ^ GENERATOR, type.getName());
        hash = add(hash, constructed ? "constructed" : "made");
        for (Field member : members) {
            hash = add(hash, member.getDeclaringClass().getName());
            hash = add(hash, member.getName());
            hash = add(hash, member.getType().getName());
            hash = add(hash, rules.isExact(member.getType()) ? "exact" : "any");
        }
        return hash;
    }

    /** FNV-1a, of characters. */
    private static long add(long hash, String text) {
        long sum = hash;
        for (int i = 0; i < text.length(); i++) {
            sum = (sum ^ text.charAt(i)) * FNV_PRIME;
        }
        return sum * FNV_PRIME; // so that the parts do not run into each other
    }
}

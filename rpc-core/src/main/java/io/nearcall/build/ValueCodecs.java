// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build;

import io.nearcall.codegen.MemberCodec;
import io.nearcall.internal.codec.CodecFiles;
import io.nearcall.internal.codec.ReachableClasses;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * Generates the codecs of the values that the interfaces of a build pass. Each codec becomes a nest mate of its class,
 * so it may use private members.
 */
final class ValueCodecs {

    private final SortedMap<String, SortedMap<String, byte[]>> byHost = new TreeMap<>();
    private final SortedSet<String> missing = new TreeSet<>();
    private final Predicate<String> compiled;

    /** @param compiled whether the build has compiled the class of a name, and may add to it */
    ValueCodecs(Predicate<String> compiled) {
        this.compiled = compiled;
    }

    /** Adds the codecs of one interface. */
    void addOf(Class<?> remoteInterface) {
        for (Class<?> type :
                ReachableClasses.ofInterface(remoteInterface).classes().values()) {
            if (CodecFiles.areFor(type)) {
                add(type);
            }
        }
    }

    private void add(Class<?> type) {
        String host = type.getNestHost().getName();
        byte[] codec = compiled.test(host) ? CodecFiles.of(type) : null;
        if (codec == null) {
            missing.add(type.getName());
        } else {
            byHost.computeIfAbsent(host, name -> new TreeMap<>()).put(type.getName() + MemberCodec.SUFFIX, codec);
        }
    }

    /** Returns the nest hosts that get new members. */
    Set<String> hosts() {
        return byHost.keySet();
    }

    /** Returns the class files of the codecs in the nest of a host, by name. */
    Map<String, byte[]> of(String host) {
        return byHost.getOrDefault(host, new TreeMap<>());
    }

    /** Returns the classes whose codecs are generated at run time. */
    Collection<String> missing() {
        return missing;
    }

    /** Names the codecs of {@code host} as members of its nest. */
    ClassVisitor naming(String host, ClassVisitor next) {
        SortedSet<String> unnamed = new TreeSet<>();
        of(host).keySet().forEach(name -> unnamed.add(name.replace('.', '/')));
        return new ClassVisitor(OpenedClassReader.ASM_API, next) {
            @Override
            public void visitNestMember(String member) {
                unnamed.remove(member); // an earlier build has named it
                super.visitNestMember(member);
            }

            @Override
            public void visitEnd() {
                unnamed.forEach(super::visitNestMember);
                super.visitEnd();
            }
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

/** Codecs as class files, for a build to keep. */
public final class CodecFiles {

    private CodecFiles() {}

    /** Whether values of a class that may travel are written member by member. */
    public static boolean areFor(Class<?> type) {
        return !type.isArray() && !type.isInterface() && !type.isEnum() && !JavaForm.isFormOf(type);
    }

    /** See {@link io.nearcall.codegen.MemberCodec#classFile}. @param type a class that areFor accepts */
    public static byte[] of(Class<?> type) {
        return Serializers.classFile(type);
    }
}

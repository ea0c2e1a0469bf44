// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Deadline;
import io.nearcall.Idempotent;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class TypeMarksTest {

    @Retention(RetentionPolicy.RUNTIME)
    @interface Other {
        int number();

        String[] texts();

        ElementType kind();

        Target nested();

        Class<?> type();

        String value();
    }

    @Other(
            number = 7,
            texts = {"a", "b"},
            kind = ElementType.TYPE,
            nested = @Target({ElementType.TYPE, ElementType.FIELD}),
            type = String.class,
            value = "not ours")
    @RemoteService("orders")
    @Deadline("20ms")
    interface Marked {
        long LARGE = 0x1234_5678_9ABCL;
        double FRACTION = 0.1;
        Object MADE = new Object();

        @Idempotent
        String call(long number, String sixsix);
    }

    @RemoteService
    interface Unnamed {}

    @RemoteObject
    interface Thing {}

    @RemoteService("caf\u00e9 \uD83D\uDE00")
    interface Emoji {}

    @RemoteService("x\0")
    interface WithZero {}

    @Other(
            number = 7,
            texts = {},
            kind = ElementType.TYPE,
            nested = @Target({}),
            type = String.class,
            value = "not ours")
    interface OfOthers {}

    @Test
    void shouldReadTheAnnotationsOfATypeAmongOthers() {
        assertThat(TypeMarks.value(Marked.class, RemoteService.class)).isEqualTo("orders");
        assertThat(TypeMarks.value(Marked.class, Deadline.class)).isEqualTo("20ms");
        assertThat(TypeMarks.has(Marked.class, RemoteObject.class)).isFalse();
    }

    @Test
    void shouldNotTakeTheAnnotationsOfAMethodForThoseOfItsType() {
        assertThat(TypeMarks.has(Marked.class, Idempotent.class)).isFalse();
    }

    @Test
    void shouldTellAnAnnotationWithoutAValueFromNone() {
        assertThat(TypeMarks.value(Unnamed.class, RemoteService.class)).isEmpty();
        assertThat(TypeMarks.has(Thing.class, RemoteObject.class)).isTrue();
        assertThat(TypeMarks.value(OfOthers.class, RemoteService.class)).isNull();
        assertThat(TypeMarks.value(Runnable.class, RemoteService.class)).isNull();
    }

    @Test
    void shouldReadCharactersThatClassFilesEncodeInTheirOwnWay() {
        assertThat(TypeMarks.value(Emoji.class, RemoteService.class)).isEqualTo("caf\u00e9 \uD83D\uDE00");
        assertThat(TypeMarks.value(WithZero.class, RemoteService.class)).isEqualTo("x\0");
    }

    /** One that defines a class itself finds the file of its parent's: of another version here. */
    @Test
    void shouldAskTheJvmForTheClassesOfOtherLoaders() throws Exception {
        byte[] classFile;
        try (var file = Marked.class.getResourceAsStream("TypeMarksTest$Marked.class")) {
            String bytes = new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
            classFile = bytes.replace("orders", "others").getBytes(StandardCharsets.ISO_8859_1);
        }
        Class<?> elsewhere = new ClassLoader(getClass().getClassLoader()) {
            Class<?> define() {
                return defineClass(Marked.class.getName(), classFile, 0, classFile.length);
            }
        }.define();

        assertThat(TypeMarks.value(elsewhere, RemoteService.class)).isEqualTo("others");
        assertThat(TypeMarks.has(elsewhere, Idempotent.class)).isFalse();
    }
}

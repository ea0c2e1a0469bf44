// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.Collected;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

class ClassAgreementTest {

    @Test
    void shouldAssignNoIdOnTheSideThatConnected() {
        ClassAgreement agreement = new ClassAgreement(null, null, true, null);

        assertThat(agreement.answer("java.lang.Thread", "record")).isEmpty();
    }

    @Test
    void shouldNotKeepTheTextThatAPeerDescribesAClassBy() {
        ClassAgreement agreement = new ClassAgreement(null, null, true, null);

        assertThat(Collected.soon(noted(agreement, "enum" + "\na".repeat(1000))))
                .isTrue();
        assertThat(agreement.isAssigning()).isFalse(); // and is still there itself
    }

    private static WeakReference<String> noted(ClassAgreement agreement, String shape) {
        agreement.note(String[].class, shape);
        return new WeakReference<>(shape);
    }
}

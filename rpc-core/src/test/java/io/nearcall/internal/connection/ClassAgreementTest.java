// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClassAgreementTest {

    @Test
    void shouldAssignNoIdOnTheSideThatConnected() {
        ClassAgreement agreement = new ClassAgreement(null, null, true, null);

        assertThat(agreement.answer("java.lang.Thread", "record")).isEmpty();
    }
}

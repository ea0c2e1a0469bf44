// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.test.FitInterfaces;
import org.junit.jupiter.api.Test;

class BinderTest {

    /** Both sides know these numbers without asking. */
    @Test
    void shouldNumberItsMethodsAsTheProtocolSays() {
        RemoteInterface<Binder> binder = RemoteInterface.of(Binder.class, FitInterfaces.RULES);
        assertThat(binder.methods().stream().map(RemoteMethod::name))
                .containsExactly("agree", "bind", "bindReference", "facet", "fence", "view");
        assertThat(binder.method(FrameFormat.BINDER_FENCE).name()).isEqualTo("fence");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.codegen.InterfaceRules;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.internal.wire.FrameFormat;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import org.junit.jupiter.api.Test;

class BinderTest {

    /** Both sides know these numbers without asking. */
    @Test
    void shouldNumberItsMethodsAsTheProtocolSays() {
        RemoteInterface<Binder> binder = RemoteInterface.of(Binder.class, new InterfaceRules() {
            @Override
            public boolean isOneWay(Method method) {
                return false;
            }

            @Override
            public String fault(Type type) {
                return null;
            }
        });
        assertThat(binder.methods().stream().map(RemoteMethod::name))
                .containsExactly("agree", "bind", "bindReference", "facet", "fence", "view");
        assertThat(binder.method(FrameFormat.BINDER_FENCE).name()).isEqualTo("fence");
    }
}

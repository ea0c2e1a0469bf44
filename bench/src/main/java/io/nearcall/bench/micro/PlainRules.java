// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.micro;

import io.nearcall.codegen.InterfaceRules;
import java.lang.reflect.Method;

/** Rules for interfaces that are known to be valid: no method is one-way. */
public enum PlainRules implements InterfaceRules {
    INSTANCE;

    @Override
    public boolean isOneWay(Method method) {
        return false;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.OneWay;
import io.nearcall.codegen.InterfaceRules;
import java.lang.reflect.Method;
import java.lang.reflect.Type;

/** For interfaces of which nothing but {@link OneWay} has to be known: all their types can travel. */
public enum FitInterfaces implements InterfaceRules {
    RULES;

    @Override
    public boolean isOneWay(Method method) {
        return method.isAnnotationPresent(OneWay.class);
    }

    @Override
    public String fault(Type type) {
        return null;
    }
}

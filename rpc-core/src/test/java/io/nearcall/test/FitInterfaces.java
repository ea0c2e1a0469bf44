// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.OneWay;
import io.nearcall.codegen.InterfaceRules;
import java.lang.reflect.Method;

/** For interfaces of which nothing but {@link OneWay} has to be known. */
public enum FitInterfaces implements InterfaceRules {
    RULES;

    @Override
    public boolean isOneWay(Method method) {
        return method.isAnnotationPresent(OneWay.class);
    }
}

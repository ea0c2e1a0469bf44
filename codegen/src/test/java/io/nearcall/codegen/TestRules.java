// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import java.lang.reflect.Method;

/** One-way by annotation. */
public enum TestRules implements InterfaceRules {
    INSTANCE,

    /** Every call that is waited for may be made again. */
    REPEATING;

    @Override
    public boolean isRepeatable(Class<?> type, Method method) {
        return this == REPEATING;
    }

    @Override
    public boolean isOneWay(Method method) {
        return method.isAnnotationPresent(OneWay.class);
    }
}

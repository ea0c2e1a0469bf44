// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/** One-way by annotation; threads and collections of them cannot travel. */
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

    @Override
    public String fault(Type type) {
        if (type == Thread.class) {
            return "is a thread, which stays where it is";
        }
        if (type instanceof ParameterizedType generic) {
            for (Type argument : generic.getActualTypeArguments()) {
                if (fault(argument) != null) {
                    return "holds " + argument.getTypeName() + ", which " + fault(argument);
                }
            }
        }
        return null;
    }
}

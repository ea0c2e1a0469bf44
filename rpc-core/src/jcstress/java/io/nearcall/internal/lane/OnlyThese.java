// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.Supplier;

/** Stands in for what a lane belongs to. */
public final class OnlyThese {

    private OnlyThese() {}

    /** An object that answers these methods, by name; any other one is not to be called. */
    public static <T> T of(Class<T> type, Map<String, Supplier<?>> answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            Supplier<?> answer = answers.get(method.getName());
            if (answer == null) {
                throw new AssertionError(method.getName());
            }
            return answer.get();
        }));
    }
}

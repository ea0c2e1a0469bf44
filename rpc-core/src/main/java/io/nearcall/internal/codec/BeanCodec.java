// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static java.lang.invoke.MethodType.methodType;

import com.esotericsoftware.kryo.kryo5.objenesis.instantiator.ObjectInstantiator;
import com.esotericsoftware.kryo.kryo5.objenesis.strategy.StdInstantiatorStrategy;
import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * Classes with fields. The constructor without arguments makes the object, so that transient fields get their initial
 * values. Without such a constructor, the object is made without any.
 */
final class BeanCodec extends ReflectiveCodec {

    private final MethodHandle reader;
    private final MethodHandle constructor;
    private final ObjectInstantiator<?> instantiator;

    BeanCodec(Class<?> type, List<CommonMember> members, List<String> missing) {
        super(type, members, missing);
        reader = Steps.inOrder(members.stream().map(CommonMember::readerInto).toList(), Steps.READ_INTO);
        constructor = constructor(type);
        instantiator = constructor != null ? null : new StdInstantiatorStrategy().newInstantiatorOf(type);
    }

    /** The constructor without arguments, as a handle of type ()Object; null if there is none. */
    private static MethodHandle constructor(Class<?> type) {
        try {
            return Steps.constructor(type.getDeclaredConstructor()).asType(methodType(Object.class));
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    @Override
    Object read(LaneCodec codec, FrameInput in) throws Throwable {
        Object bean = constructor != null ? construct() : instantiator.newInstance();
        codec.reference(bean);
        reader.invokeExact(codec, in, bean);
        return bean;
    }

    private Object construct() throws Throwable {
        try {
            return (Object) constructor.invokeExact();
        } catch (Throwable e) {
            throw refused(e);
        }
    }
}

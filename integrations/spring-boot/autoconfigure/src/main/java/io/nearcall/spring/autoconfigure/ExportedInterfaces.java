// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import io.nearcall.RemoteService;
import io.nearcall.spring.NearcallService;
import io.nearcall.spring.autoconfigure.ServiceLifecycle.ExportedBean;
import java.util.ArrayList;
import java.util.List;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;

/** Finds the interfaces through which a bean is exported, and the names. */
final class ExportedInterfaces {

    private ExportedInterfaces() {}

    static List<ExportedBean> of(String bean, Object target, NearcallService service) {
        List<Class<?>> types = types(AopUtils.getTargetClass(target), service);
        if (types.isEmpty()) {
            throw new IllegalStateException("Bean '" + bean + "' cannot be exported: no interface of "
                    + AopUtils.getTargetClass(target).getName()
                    + " is annotated with @RemoteService. Annotate the interface, or name it: "
                    + "@NearcallService(types = ...).");
        }
        if (!service.name().isEmpty() && types.size() > 1) {
            throw new IllegalStateException(
                    "Bean '" + bean + "' cannot be exported as \"" + service.name()
                            + "\" through " + types.size()
                            + " interfaces. Name one of them: @NearcallService(types = ...), or leave the name to the interfaces.");
        }
        List<ExportedBean> all = new ArrayList<>();
        for (Class<?> type : types) {
            all.add(new ExportedBean(bean, service.name().isEmpty() ? serviceName(type) : service.name(), type));
        }
        return all;
    }

    /** Returns the interfaces of a class with the annotation {@code service}. */
    static List<Class<?>> types(Class<?> target, NearcallService service) {
        if (service.types().length > 0) {
            return List.of(service.types());
        }
        List<Class<?>> types = new ArrayList<>();
        for (Class<?> type : ClassUtils.getAllInterfacesForClassAsSet(target)) {
            if (type.isAnnotationPresent(RemoteService.class)) {
                types.add(type);
            }
        }
        return types;
    }

    /** Returns the name that the interface gives. */
    static String serviceName(Class<?> type) {
        RemoteService annotation = type.getAnnotation(RemoteService.class);
        return annotation == null || annotation.value().isEmpty() ? type.getSimpleName() : annotation.value();
    }
}

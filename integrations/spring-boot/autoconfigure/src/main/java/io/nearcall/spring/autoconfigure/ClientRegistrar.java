// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import io.nearcall.RemoteService;
import io.nearcall.spring.ImportNearcallClients;
import java.util.LinkedHashSet;
import java.util.Set;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;

/** Registers the beans that {@link ImportNearcallClients} names. */
public final class ClientRegistrar implements ImportBeanDefinitionRegistrar {

    private final Environment environment;
    private final ResourceLoader resources;

    ClientRegistrar(Environment environment, ResourceLoader resources) {
        this.environment = environment;
        this.resources = resources;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        MergedAnnotation<ImportNearcallClients> annotation =
                importing.getAnnotations().get(ImportNearcallClients.class);
        Set<Class<?>> types = new LinkedHashSet<>(Set.of(annotation.getClassArray("types")));
        String[] packages = annotation.getStringArray("basePackages");
        if (types.isEmpty() && packages.length == 0) {
            packages = new String[] {ClassUtils.getPackageName(importing.getClassName())};
        }
        for (String basePackage : packages) {
            scan(basePackage, types);
        }
        for (Class<?> type : types) {
            register(type, registry);
        }
    }

    private void scan(String basePackage, Set<Class<?>> types) {
        ClassPathScanningCandidateComponentProvider scanner = new InterfaceScanner(environment);
        scanner.setResourceLoader(resources);
        scanner.addIncludeFilter(new AnnotationTypeFilter(RemoteService.class, false));
        scanner.findCandidateComponents(basePackage)
                .forEach(found ->
                        types.add(ClassUtils.resolveClassName(found.getBeanClassName(), resources.getClassLoader())));
    }

    /** Finds interfaces, not classes. */
    private static final class InterfaceScanner extends ClassPathScanningCandidateComponentProvider {

        InterfaceScanner(Environment environment) {
            super(false, environment);
        }

        @Override
        protected boolean isCandidateComponent(AnnotatedBeanDefinition definition) {
            return definition.getMetadata().isInterface()
                    && definition.getMetadata().isIndependent();
        }
    }

    private static void register(Class<?> type, BeanDefinitionRegistry registry) {
        String name = type.getName();
        if (registry.containsBeanDefinition(name)) {
            return; // another class imports the same type
        }
        RootBeanDefinition definition = new RootBeanDefinition(ClientBean.class);
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, type);
        definition.setTargetType(ResolvableType.forClassWithGenerics(ClientBean.class, type));
        definition.setFallback(true);
        registry.registerBeanDefinition(name, definition);
    }
}

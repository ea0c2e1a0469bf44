// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import io.nearcall.spring.NearcallService;
import java.util.LinkedHashSet;
import java.util.Set;
import org.springframework.aot.generate.GenerationContext;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.aot.BeanFactoryInitializationCode;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Generates the stubs, skeletons and codecs of the interfaces that an application exports and calls, when the
 * application is built with Spring's ahead-of-time processing. The application then generates none when it runs.
 */
final class RemoteInterfacesAotProcessor implements BeanFactoryInitializationAotProcessor {

    /** Without this class on the class path, the application gets the generated classes from the build plugin. */
    private static final String GENERATOR = "net.bytebuddy.ByteBuddy";

    @Override
    public BeanFactoryInitializationAotContribution processAheadOfTime(ConfigurableListableBeanFactory beans) {
        ClassLoader loader = beans.getBeanClassLoader();
        if (!ClassUtils.isPresent(GENERATOR, loader)) {
            return null;
        }
        Contribution contribution = new Contribution(loader);
        for (String bean : beans.getBeanDefinitionNames()) {
            NearcallService service = beans.findAnnotationOnBean(bean, NearcallService.class, false);
            Class<?> type = service == null ? null : beans.getType(bean, false);
            if (type != null) {
                contribution.addService(ClassUtils.getUserClass(type), service);
            }
        }
        for (String client : beans.getBeanNamesForType(ClientBean.class, true, false)) {
            contribution.interfaces.add(beans.getType(BeanFactoryUtils.transformedBeanName(client), false));
        }
        return contribution.interfaces.isEmpty() ? null : contribution;
    }

    private static final class Contribution implements BeanFactoryInitializationAotContribution {

        private final ClassLoader loader;
        private final Set<Class<?>> interfaces = new LinkedHashSet<>();
        private final Set<Class<?>> services = new LinkedHashSet<>();

        Contribution(ClassLoader loader) {
            this.loader = loader;
        }

        void addService(Class<?> type, NearcallService service) {
            interfaces.addAll(ExportedInterfaces.types(type, service));
            services.add(type);
        }

        @Override
        public void applyTo(GenerationContext context, BeanFactoryInitializationCode code) {
            new BuiltStubs(loader, context.getGeneratedFiles()).write(interfaces);
            for (Class<?> service : services) { // their methods are searched for @Uninterruptible
                context.getRuntimeHints().reflection().registerType(service, MemberCategory.INVOKE_PUBLIC_METHODS);
            }
        }
    }
}

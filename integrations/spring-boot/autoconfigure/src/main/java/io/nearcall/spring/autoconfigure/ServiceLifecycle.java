// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import io.nearcall.Endpoint;
import io.nearcall.Export;
import io.nearcall.spring.NearcallService;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.SmartLifecycle;

/**
 * Exports the beans with {@link NearcallService} when all beans and the web server are ready. When the context closes,
 * it stops serving and waits for running calls, while the web server waits for its requests. Calls that this
 * application makes go on until the beans are destroyed. While there are exports, the JVM does not end by itself.
 */
public final class ServiceLifecycle implements SmartLifecycle {

    /** An exported bean, the name of its service, and its interface. */
    public record ExportedBean(String bean, String service, Class<?> type) {}

    /** The value of {@code WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE}, whose library need not be there. */
    static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1024;

    private static final Log LOG = LogFactory.getLog(ServiceLifecycle.class);

    private final Endpoint endpoint;
    private final NearcallProperties.Server options;
    private final ListableBeanFactory beans;
    private final List<ExportedBean> exported = new ArrayList<>(); // guarded by this
    private final List<Export> exports = new ArrayList<>(); // guarded by this
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile boolean running;

    ServiceLifecycle(Endpoint endpoint, NearcallProperties.Server options, ListableBeanFactory beans) {
        this.endpoint = endpoint;
        this.options = options;
        this.beans = beans;
    }

    /** Returns the phase of the web server's graceful shutdown, so that requests and calls end at the same time. */
    @Override
    public int getPhase() {
        return PHASE;
    }

    /** Returns false: an endpoint that has stopped serving does not begin again. */
    @Override
    public boolean isPauseable() {
        return false;
    }

    /**
     * Exports the beans.
     *
     * @throws IllegalStateException if a bean has no interface that it could be exported through
     * @throws InvalidConfigurationPropertyValueException if callers are named for a service that is not exported
     */
    @Override
    public synchronized void start() {
        if (options.isEnabled()) {
            Map<ExportedBean, Object> found = new LinkedHashMap<>();
            for (String bean : beans.getBeanNamesForAnnotation(NearcallService.class)) {
                NearcallService service = beans.findAnnotationOnBean(bean, NearcallService.class);
                Object target = beans.getBean(bean);
                ExportedInterfaces.of(bean, target, service).forEach(each -> found.put(each, target));
            }
            requireThatAllAreExported(options.getPrincipals(), found.keySet());
            found.forEach(this::export);
        }
        running = true;
        if (!exports.isEmpty()) {
            keepAlive();
        }
    }

    /** A name that is misspelt would restrict nobody. */
    private static void requireThatAllAreExported(Map<String, List<String>> principals, Set<ExportedBean> found) {
        List<String> names = found.stream().map(ExportedBean::service).toList();
        principals.forEach((name, permitted) -> {
            if (!names.contains(name)) {
                throw new InvalidConfigurationPropertyValueException(
                        "nearcall.server.principals." + name,
                        permitted,
                        "No bean is exported as \"" + name + "\". The exported services are " + names + ".");
            }
        });
    }

    private void export(ExportedBean bean, Object target) {
        @SuppressWarnings("unchecked") // any interface
        Class<Object> type = (Class<Object>) bean.type();
        List<String> principals = options.getPrincipals().get(bean.service());
        exports.add(
                principals == null
                        ? endpoint.export(type, target, bean.service())
                        : endpoint.export(type, target, bean.service(), Set.copyOf(principals)));
        exported.add(bean);
        LOG.info("Exported bean '" + bean.bean() + "' as \"" + bean.service() + "\" through " + type.getName());
    }

    /** Starts a thread that keeps the JVM running, because the threads of the endpoint are daemons. */
    private void keepAlive() {
        Thread thread = new Thread(this::awaitStop, "nearcall-keep-alive");
        thread.setDaemon(false);
        thread.start();
    }

    /** Refuses new calls, and waits for running calls, for the grace period at most. */
    @Override
    public void stop() {
        try {
            if (isServing() && !endpoint.drain(options.getShutdown().getGracePeriod())) {
                LOG.warn("Calls still run after the grace period of "
                        + options.getShutdown().getGracePeriod().toMillis()
                        + " ms. They are given one more second and then interrupted.");
            }
        } finally {
            running = false;
            stopped.countDown();
        }
    }

    /** Stops as {@link #stop()} does, but without blocking, so other beans of the phase stop at the same time. */
    @Override
    public void stop(Runnable whenStopped) {
        Runnable all = () -> {
            try {
                stop();
            } finally {
                whenStopped.run();
            }
        };
        if (isServing()) {
            new Thread(all, "nearcall-drain").start();
        } else {
            all.run();
        }
    }

    /** Blocks until the stop that {@link #stop(Runnable)} has begun is over. */
    void awaitStop() {
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean isServing() {
        return !exports.isEmpty();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Returns the exported beans, in the order of their export. */
    public synchronized List<ExportedBean> exported() {
        return List.copyOf(exported);
    }

    /** Returns whether this process still holds all names; see {@link Export#isClosed}. */
    public synchronized boolean holdsNames() {
        return exports.stream().noneMatch(Export::isClosed);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import io.nearcall.Caller;
import io.nearcall.spi.ServerInterceptor;
import io.nearcall.spring.security.CallerAuthentication;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;

/** Tells Spring Security, if it is present, which process calls. {@code @PreAuthorize} then works on exported beans. */
@AutoConfiguration(before = NearcallAutoConfiguration.class)
@ConditionalOnClass(SecurityContextHolder.class)
public class NearcallSecurityAutoConfiguration {

    /**
     * Makes the interceptor that sets the security context of the method's thread for the time of the call. A bean of
     * this name takes its place.
     */
    @Bean
    @ConditionalOnMissingBean(name = "nearcallCallerSecurity")
    @Order(Ordered.HIGHEST_PRECEDENCE)
    public ServerInterceptor nearcallCallerSecurity() {
        return call -> {
            SecurityContext before =
                    SecurityContextHolder.getContext(); // of an outer call on this thread, if this one is a callback
            SecurityContext during = SecurityContextHolder.createEmptyContext();
            during.setAuthentication(new CallerAuthentication(Caller.current()));
            SecurityContextHolder.setContext(during);
            return () -> restore(before);
        };
    }

    private static void restore(SecurityContext before) {
        if (before.getAuthentication() == null) {
            SecurityContextHolder.clearContext();
        } else {
            SecurityContextHolder.setContext(before);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.kiosk;

import io.nearcall.spring.ImportNearcallClients;
import io.nearcall.spring.NearcallService;
import java.util.List;
import java.util.Map;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application that exports a bean, calls it once, prints what it got, and ends. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@ImportNearcallClients(types = Kiosk.class)
public class Corner {

    public static void main(String[] arguments) {
        start(arguments).close();
    }

    /** Returns when the bean has been called. */
    public static ConfigurableApplicationContext start(String[] arguments) {
        SpringApplication application = new SpringApplication(Corner.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        // Spring's hooks for the end of the JVM would keep the class loader of the first context.
        application.setRegisterShutdownHook(false);
        application.setDefaultProperties(Map.of("logging.register-shutdown-hook", "false"));
        return application.run(arguments);
    }

    /** The bean that is exported. */
    public static class CornerKiosk implements Kiosk {
        @Override
        public List<Paper> papers(Paper.Price most) {
            return List.of(new Paper("Morning", most));
        }

        @Override
        public Subscription subscribe(Paper paper) {
            return () -> paper.title() + " of today";
        }
    }

    @Bean
    @NearcallService
    CornerKiosk kiosk() {
        return new CornerKiosk();
    }

    @Bean
    CommandLineRunner customer(ConfigurableApplicationContext context) {
        return arguments -> {
            Kiosk kiosk = context.getBean(Kiosk.class.getName(), Kiosk.class);
            Paper paper = kiosk.papers(Paper.Price.of(120)).get(0);
            System.out.println(paper.title() + " for " + paper.price());
            System.out.println(kiosk.subscribe(paper).next());
            System.out.println(kiosk.getClass().getName());
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package shop.spring.server;

import io.nearcall.spring.NearcallService;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import shop.Greetings;

/** The README's server as a Spring Boot application. */
@SpringBootApplication
class Server {

    public static void main(String[] args) {
        SpringApplication.run(Server.class, args);
    }

    @Bean
    @NearcallService(types = Greetings.class)
    Greetings greetings() {
        return name -> "Hello, " + name;
    }
}

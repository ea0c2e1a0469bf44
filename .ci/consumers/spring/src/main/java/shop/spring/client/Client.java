// SPDX-License-Identifier: Apache-2.0
package shop.spring.client;

import io.nearcall.spring.ImportNearcallClients;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import shop.Greetings;

/** The README's client as a Spring Boot application. */
@ImportNearcallClients(types = Greetings.class)
@SpringBootApplication
class Client {

    public static void main(String[] args) {
        SpringApplication.run(Client.class, args);
    }

    @Bean
    CommandLineRunner greet(Greetings greetings) {
        return args -> System.out.println(greetings.greet(args[0]));
    }
}

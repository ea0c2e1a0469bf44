// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.spring.tellers;

import io.nearcall.spring.ImportNearcallClients;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application that uses the accounts. */
@ImportNearcallClients(basePackages = "io.nearcall.samples.spring.api")
@SpringBootApplication
class Tellers {
    public static void main(String[] arguments) {
        SpringApplication.run(Tellers.class, arguments);
    }
}

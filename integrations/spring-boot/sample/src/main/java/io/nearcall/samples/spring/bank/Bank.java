// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.spring.bank;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application that keeps the accounts. */
@SpringBootApplication
class Bank {
    public static void main(String[] arguments) {
        SpringApplication.run(Bank.class, arguments);
    }
}

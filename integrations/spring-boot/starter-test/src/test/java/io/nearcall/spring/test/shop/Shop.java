// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.test.shop;

import io.nearcall.spring.ImportNearcallClients;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application that is tested. */
@ImportNearcallClients
@SpringBootApplication
public class Shop {}

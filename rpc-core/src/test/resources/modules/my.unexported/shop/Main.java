// SPDX-License-Identifier: Apache-2.0
package shop;

import io.nearcall.Endpoint;

public class Main {

    public interface Orders {
        int stock(String item);
    }

    public static void main(String[] arguments) {
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Orders.class, String::length);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage().replace('\n', ' '));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.bench;

/** The service that is called. */
public interface Target {
    void ping();

    int add(int a, int b);

    byte[] echo(byte[] bytes);
}

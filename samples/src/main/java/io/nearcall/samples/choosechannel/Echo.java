// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.choosechannel;

import io.nearcall.RemoteService;

/** What is called. Nothing in it knows of channels. */
@RemoteService("echo")
public interface Echo {

    int add(int a, int b);

    byte[] echo(byte[] content);
}

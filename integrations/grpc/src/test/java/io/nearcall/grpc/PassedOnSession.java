// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.nearcall.spi.RemoteTransport;

/** A session that passes on all but what a test looks at or changes. */
abstract class PassedOnSession implements RemoteTransport.Session {

    final RemoteTransport.Session session;

    PassedOnSession(RemoteTransport.Session session) {
        this.session = session;
    }

    @Override
    public boolean isReady() {
        return session.isReady();
    }

    @Override
    public void close(String fault) {
        session.close(fault);
    }

    @Override
    public String principal() {
        return session.principal();
    }

    @Override
    public String peer() {
        return session.peer();
    }
}

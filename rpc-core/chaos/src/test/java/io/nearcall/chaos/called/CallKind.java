// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.called;

import io.nearcall.NearcallException;
import io.nearcall.NoSuchRemoteException;
import io.nearcall.RemoteFailure;
import io.nearcall.Remotes;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The ways of calling a {@link Target}. Each checks its own answer. */
public enum CallKind {
    PING {
        @Override
        public void call(Target target, long nonce) {
            same(nonce, target.ping(nonce));
        }
    },
    ORDER {
        @Override
        public void call(Target target, long nonce) {
            Target.Order order = new Target.Order(nonce, "Ada", List.of("tea", "milk", Long.toString(nonce)));
            if (!order.equals(target.order(order))) {
                throw new WrongAnswer("another order");
            }
        }
    },
    MEGABYTE {
        @Override
        public void call(Target target, long nonce) {
            byte[] bytes = new byte[MEGABYTE_BYTES];
            Arrays.fill(bytes, (byte) nonce);
            if (!Arrays.equals(bytes, target.echo(nonce, bytes))) {
                throw new WrongAnswer("other bytes");
            }
        }
    },
    FUTURE {
        @Override
        public void call(Target target, long nonce) throws Throwable {
            try {
                same(nonce, target.later(nonce).get(HUNG_S, TimeUnit.SECONDS));
            } catch (ExecutionException e) {
                throw e.getCause();
            }
        }
    },
    ONE_WAY {
        @Override
        public void call(Target target, long nonce) {
            target.post(nonce);
        }
    },
    CALLBACK {
        @Override
        public void call(Target target, long nonce) {
            AtomicLong heard = new AtomicLong(~nonce);
            try {
                same(nonce, target.heard(nonce, said -> {
                    heard.set(said);
                    return said;
                }));
            } catch (RemoteFailure failure) {
                if (!failure.remoteClassName().startsWith("io.nearcall.")) {
                    throw failure;
                }
                return; // the call to the witness was ended on the other side
            }
            same(nonce, heard.get());
        }
    },
    REFERENCE {
        @Override
        public void call(Target target, long nonce) {
            Target.Session session = target.open(nonce, said -> said);
            try {
                same(nonce, session.nonce());
            } catch (NoSuchRemoteException e) {
                throw new WrongAnswer("an object that we hold is said to be gone: " + e.getMessage());
            } catch (NearcallException e) {
                return; // this is a second call, which may fail although the first one did not
            }
            if ((nonce & 2) == 0) { // the others are left to the collector
                Remotes.release(session);
            }
        }
    };

    private static final int MEGABYTE_BYTES = 1 << 20;
    private static final long HUNG_S = 30;

    /** Blocks until there is an answer. Throws {@link WrongAnswer} if it is another call's. */
    public abstract void call(Target target, long nonce) throws Throwable;

    private static void same(long expected, long actual) {
        if (expected != actual) {
            throw new WrongAnswer("nonce " + actual + " instead of " + expected);
        }
    }

    /** An answer that is not this call's. */
    public static final class WrongAnswer extends RuntimeException {
        private static final long serialVersionUID = 1L;

        WrongAnswer(String message) {
            super(message);
        }
    }
}

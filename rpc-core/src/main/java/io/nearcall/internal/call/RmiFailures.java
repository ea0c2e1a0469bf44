// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.call;

import io.nearcall.CallInterruptedException;
import io.nearcall.ConnectionLostException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.EncodingException;
import io.nearcall.NearcallException;
import io.nearcall.NoSuchRemoteException;
import io.nearcall.Outcome;
import io.nearcall.ReleasedException;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.codegen.RemoteMethod;
import java.rmi.ConnectException;
import java.rmi.ConnectIOException;
import java.rmi.MarshalException;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.rmi.UnexpectedException;
import java.rmi.UnmarshalException;

/** Makes the exceptions for the callers of methods that declare {@code java.rmi.RemoteException}. */
public final class RmiFailures {

    /* This class is loaded when the first such method fails, and java.rmi with it. Whoever has no such method can do
     * without that module. A call comes here twice at most. First, what its method has thrown is wrapped as RMI's
     * server does it. Then whatever the stub is about to throw is turned into what the method declares. */

    private RmiFailures() {}

    /** What the method itself has thrown, as the caller sees it. */
    public static Throwable ofMethod(Throwable thrown) {
        if (thrown instanceof RemoteException e) {
            return new ServerException("The remote method threw a RemoteException", e);
        }
        return thrown instanceof Error e ? new ServerError("The remote method threw an Error", e) : thrown;
    }

    /** What a stub throws instead of {@code failure}, for a method that declares {@code RemoteException}. */
    public static Throwable ofCall(Throwable failure, RemoteMethod method) {
        if (failure instanceof NearcallException e) {
            return of(e);
        }
        if (!(failure instanceof Exception thrown) || failure instanceof RuntimeException) {
            return failure;
        }
        if (failure instanceof RemoteException) {
            return failure;
        }
        for (Class<?> declared : method.method().getExceptionTypes()) {
            if (declared.isInstance(failure)) {
                return failure;
            }
        }
        return new UnexpectedException("The remote method threw a checked exception that it does not declare", thrown);
    }

    /**
     * The nearest exception of {@code java.rmi}, with {@code e} as its cause. {@code ConnectException} and
     * {@code ConnectIOException} mean that the method has not run, {@code UnmarshalException} that it may have.
     */
    public static RemoteException of(NearcallException e) {
        if (e instanceof NoSuchRemoteException missing && missing.isObjectMissing() || e instanceof ReleasedException) {
            RemoteException gone =
                    new NoSuchObjectException("The object is no longer exported, or its stub has been released");
            gone.detail = e; // it has no constructor with a cause
            return gone;
        }
        if (e instanceof NoSuchRemoteException
                || e instanceof EncodingException && e.outcome() == Outcome.NOT_STARTED) {
            return new ServerException("The other process lacks the method, or cannot read the arguments", e);
        }
        if (e.outcome() == Outcome.MAY_HAVE_RUN) {
            return new UnmarshalException("No readable answer arrived; the method may have run", e);
        }
        if (e instanceof EncodingException
                || e instanceof DeadlineExceededException
                || e instanceof CallInterruptedException) {
            return new MarshalException("The call was not sent", e);
        }
        if (e instanceof ServiceNotFoundException || e instanceof ConnectionLostException) {
            return new ConnectException("The other process is not reachable; the method has not run", e);
        }
        return new ConnectIOException("The call did not reach the method, which has not run", e);
    }
}

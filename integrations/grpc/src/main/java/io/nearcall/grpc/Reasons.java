// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.Status;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;

/** Says in words why a session has ended. */
final class Reasons {

    /** Why a plaintext session ends with a side that speaks TLS. */
    static final String TLS_EXPECTED =
            "the other side speaks TLS, and this one plaintext: give this side a certificate, its key and whom to trust";

    private static final String ALERT = "fatal alert";

    private Reasons() {}

    /** Returns whether one side does not accept the other: a faulty certificate is still faulty a moment later. */
    static boolean isRefusal(Status status) {
        return causes(status).stream().anyMatch(Reasons::isRefusal);
    }

    private static boolean isRefusal(Throwable cause) {
        return cause instanceof CertificateException
                || cause instanceof SSLException && (isAlert(cause) || isNoTls(cause));
    }

    /** Returns whether the other side could be reached, and then closed the connection without a word. */
    static boolean isUnexplained(Status status) {
        return status.getCode() == Status.Code.UNAVAILABLE
                && causes(status).stream().noneMatch(Reasons::isUnreached);
    }

    private static boolean isUnreached(Throwable cause) {
        return cause instanceof ConnectException
                || cause instanceof NoRouteToHostException
                || cause instanceof UnknownHostException;
    }

    /** Returns whether a handshake has ended in a way that only TLS has. */
    static boolean showsTls(Status status) {
        return causes(status).stream()
                .anyMatch(cause ->
                        cause instanceof CertificateException || cause instanceof SSLException && isAlert(cause));
    }

    private static boolean isAlert(Throwable cause) {
        return String.valueOf(cause.getMessage()).contains(ALERT);
    }

    private static boolean isNoTls(Throwable cause) {
        return cause.getClass().getSimpleName().equals("NotSslRecordException");
    }

    static String of(Status status) {
        if (status.isOk()) {
            return "it was closed";
        }
        List<Throwable> causes = causes(status);
        for (Throwable cause : causes) {
            if (isNoTls(cause)) {
                return "the other side does not speak TLS";
            }
            if (cause instanceof CertificateExpiredException) {
                return "the certificate of the other side has expired: " + cause.getMessage();
            }
        }
        for (Throwable cause : causes) {
            if (cause instanceof CertificateException) {
                return "the certificate of the other side is not accepted: " + cause.getMessage();
            }
            if (cause instanceof SSLException && isAlert(cause)) {
                return "the other side does not accept the certificate of this one: " + cause.getMessage();
            }
        }
        String description = status.getDescription() == null ? status.getCode().name() : status.getDescription();
        Throwable last = causes.isEmpty() ? null : causes.get(causes.size() - 1);
        return last == null || last.getMessage() == null ? description : description + ": " + last.getMessage();
    }

    private static List<Throwable> causes(Status status) {
        List<Throwable> all = new ArrayList<>();
        for (Throwable cause = status.getCause(); cause != null && !all.contains(cause); cause = cause.getCause()) {
            all.add(cause);
        }
        return all;
    }
}

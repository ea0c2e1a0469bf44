// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import java.net.InetAddress;
import java.nio.file.Path;

/**
 * How sessions are secured: by TLS 1.3, in which both sides prove who they are, or not at all.
 *
 * @param certificate the certificate chain of this side, a file in PEM; null for plaintext, like the next two
 * @param key the key of the certificate, in PEM
 * @param trusted the certificates of the authorities that sign those of other sides, in PEM
 * @param hasManagers whether managers of the JDK take the place of the three files
 * @param insecureReason why plaintext may leave this host; null if it may not
 */
record Security(Path certificate, Path key, Path trusted, boolean hasManagers, String insecureReason) {

    Security {
        boolean all = certificate != null && key != null && trusted != null;
        boolean none = certificate == null && key == null && trusted == null;
        if (!all && !none) {
            throw new IllegalArgumentException("certificate=" + certificate + ", key=" + key + ", trusted=" + trusted
                    + ": for TLS both sides prove who they are, so all three are needed");
        }
        if (hasManagers && !none) {
            throw new IllegalArgumentException(
                    "certificate=" + certificate + ", and there are managers: leave one of them out");
        }
        if (insecureReason != null && (all || hasManagers)) {
            throw new IllegalArgumentException("insecure=" + insecureReason + ", and "
                    + (hasManagers ? "there are managers" : "certificate=" + certificate) + ": leave one of them out");
        }
    }

    /** Without managers. */
    Security(Path certificate, Path key, Path trusted, String insecureReason) {
        this(certificate, key, trusted, false, insecureReason);
    }

    boolean isPlaintext() {
        return certificate == null && !hasManagers;
    }

    /** Returns whether sessions must not leave the host. */
    boolean staysWithinHost() {
        return isPlaintext() && insecureReason == null;
    }

    /**
     * Checks the address of the other side, or the address at which to listen.
     *
     * @param address the address; null if it is not known
     * @throws IllegalArgumentException if plaintext would leave this host without a reason that permits it
     */
    void require(InetAddress address, String place) {
        if (staysWithinHost() && (address == null || !address.isLoopbackAddress())) {
            throw new IllegalArgumentException("There is no certificate for sessions with " + place
                    + ", and without one they do not leave this host. Give GrpcTransport.builder() a certificate, its key and"
                    + " whom to trust (or the system properties " + GrpcTransport.CERTIFICATE + ", " + GrpcTransport.KEY
                    + " and " + GrpcTransport.TRUSTED + "), or say by insecure(\"...\") why plaintext will do.");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import java.net.InetAddress;

/** Holds the properties {@code nearcall.grpc.*}, which are for calls between hosts. */
public class GrpcProperties {

    /**
     * Port at which other hosts may call the exported beans, or 0 for any free port. By default the endpoint does not
     * listen.
     */
    private Integer port;

    /**
     * Address of this host to listen at. By default all, or only the loopback address if sessions stay within the host.
     */
    private InetAddress address;

    /**
     * Why plaintext sessions may leave this host, for readers. By default they may not.
     */
    private String insecureReason;

    private final Ssl ssl = new Ssl();

    /** Options of TLS. */
    public static class Ssl {

        /**
         * Name of the SSL bundle with the certificate of this application, its key, and whom to trust. Without one,
         * sessions are plaintext and stay within the host.
         */
        private String bundle;

        public String getBundle() {
            return bundle;
        }

        public void setBundle(String bundle) {
            this.bundle = bundle;
        }
    }

    public Integer getPort() {
        return port;
    }

    public void setPort(Integer port) {
        this.port = port;
    }

    public InetAddress getAddress() {
        return address;
    }

    public void setAddress(InetAddress address) {
        this.address = address;
    }

    public String getInsecureReason() {
        return insecureReason;
    }

    public void setInsecureReason(String insecureReason) {
        this.insecureReason = insecureReason;
    }

    public Ssl getSsl() {
        return ssl;
    }

    /** Returns whether any of the properties is set. */
    boolean isAnySet() {
        return port != null || address != null || insecureReason != null || ssl.bundle != null;
    }
}

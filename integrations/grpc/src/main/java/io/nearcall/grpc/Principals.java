// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.Attributes;
import io.grpc.Grpc;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** The name in a peer's certificate: a URI such as SPIFFE's, or else a DNS name, or else the subject. */
final class Principals {

    /** Kinds of subject alternative names, as RFC 5280 numbers them. */
    private static final int DNS = 2;

    private static final int URI = 6;

    private Principals() {}

    /** Returns the name, or an empty string if the peer has proven nothing. */
    static String of(Attributes transport) {
        SSLSession session = transport.get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
        if (session == null) {
            return "";
        }
        try {
            Certificate[] chain = session.getPeerCertificates();
            return chain.length > 0 && chain[0] instanceof X509Certificate certificate ? of(certificate) : "";
        } catch (SSLPeerUnverifiedException e) {
            return "";
        }
    }

    static String of(X509Certificate certificate) {
        for (int kind : new int[] {URI, DNS}) {
            for (List<?> name : names(certificate)) {
                if (name.get(0).equals(kind)) {
                    return (String) name.get(1);
                }
            }
        }
        return certificate.getSubjectX500Principal().getName();
    }

    private static Collection<List<?>> names(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names == null ? List.of() : names;
        } catch (CertificateParsingException e) {
            return List.of(); // the subject is used instead
        }
    }
}

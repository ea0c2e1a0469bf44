// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.security.interfaces.RSAKey;
import java.util.List;
import javax.net.ssl.SSLException;

/**
 * Who this side is and whom it trusts: the content of the files at one time.
 *
 * @param chain the certificate of this side, and the certificates up to one that the other sides trust
 * @param trusted the certificates of the authorities that sign the certificates of other sides
 */
record Identity(PrivateKey key, List<X509Certificate> chain, List<X509Certificate> trusted) implements TlsContexts {

    /**
     * Reads the files.
     *
     * @throws IOException if one cannot be read, or is broken
     * @throws GeneralSecurityException if a key or certificate cannot be used, or the key is not that of the certificate
     */
    static Identity read(Security files) throws IOException, GeneralSecurityException {
        Identity read = new Identity(
                Pem.key(files.key()), Pem.certificates(files.certificate()), Pem.certificates(files.trusted()));
        if (!belongTogether(read.key, read.chain.get(0).getPublicKey())) {
            throw new InvalidKeyException(files.key() + " is not the key of the certificate in " + files.certificate());
        }
        read.ofServer(); // fails now if TLS does not accept the key or a certificate
        return read;
    }

    private static boolean belongTogether(PrivateKey own, PublicKey certified) throws GeneralSecurityException {
        if (own instanceof RSAKey one && certified instanceof RSAKey other) {
            return one.getModulus().equals(other.getModulus());
        }
        Signature signature = Signature.getInstance(certified instanceof ECKey ? "SHA256withECDSA" : "EdDSA");
        try {
            signature.initSign(own);
            signature.update((byte) 0); // EdDSA does not verify a signature of nothing
            byte[] signed = signature.sign();
            signature.initVerify(certified);
            signature.update((byte) 0);
            return signature.verify(signed);
        } catch (InvalidKeyException e) { // the two keys have different algorithms
            return false;
        }
    }

    @Override
    public SslContext ofServer() throws SSLException {
        return TlsContexts.server(SslContextBuilder.forServer(key, chain).trustManager(trusted));
    }

    @Override
    public SslContext ofClient() throws SSLException {
        return TlsContexts.client(
                SslContextBuilder.forClient().keyManager(key, chain).trustManager(trusted));
    }
}

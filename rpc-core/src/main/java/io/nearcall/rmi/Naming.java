// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;

/**
 * Takes the place of {@link java.rmi.Naming}: finds registries by URLs of the form {@code rmi://host:port/name}, in
 * which host and port may be left out. The host must be this one; see {@link LocateRegistry#getRegistry(String, int)}.
 */
public final class Naming {

    private Naming() {}

    /**
     * Returns a stub of the object of that name, in whatever process the object is; a registry if the URL has no name.
     */
    public static Remote lookup(String name) throws NotBoundException, MalformedURLException, RemoteException {
        Address address = Address.parse(name);
        return address.name == null ? address.registry() : address.registry().lookup(address.name);
    }

    /** Binds a name to an object, as {@link Registry#bind} does. */
    public static void bind(String name, Remote object)
            throws AlreadyBoundException, MalformedURLException, RemoteException {
        Address address = Address.parse(name);
        address.registry().bind(address.name, object);
    }

    /** Binds a name to an object, as {@link Registry#rebind} does. */
    public static void rebind(String name, Remote object) throws RemoteException, MalformedURLException {
        Address address = Address.parse(name);
        address.registry().rebind(address.name, object);
    }

    /** Unbinds a name, as {@link Registry#unbind} does. */
    public static void unbind(String name) throws RemoteException, NotBoundException, MalformedURLException {
        Address address = Address.parse(name);
        address.registry().unbind(address.name);
    }

    /** Returns the names that are bound in the registry of that URL, each as {@code //host:port/name}. */
    public static String[] list(String name) throws RemoteException, MalformedURLException {
        Address address = Address.parse(name);
        String[] names = address.registry().list();
        for (int i = 0; i < names.length; i++) {
            names[i] = "//" + address.host + ":" + address.port + "/" + names[i];
        }
        return names;
    }

    /** @param name null if the URL has none */
    private record Address(String host, int port, String name) {

        static Address parse(String url) throws MalformedURLException {
            URI uri;
            try {
                uri = new URI(url);
            } catch (URISyntaxException e) {
                MalformedURLException malformed = new MalformedURLException("invalid URL: " + url);
                malformed.initCause(e);
                throw malformed;
            }
            if (uri.getScheme() != null && !uri.getScheme().equals("rmi")) {
                throw new MalformedURLException("invalid URL scheme: " + url + ", the only scheme is rmi");
            }
            if (uri.isOpaque() || uri.getFragment() != null || uri.getQuery() != null || uri.getUserInfo() != null) {
                throw new MalformedURLException("invalid URL: " + url + ", it has more than host, port and name");
            }
            String authority = uri.getRawAuthority();
            if (authority != null && uri.getHost() == null && !authority.startsWith(":")) {
                throw new MalformedURLException("invalid URL: " + url + ", its host is not a valid name");
            }
            String path = uri.getPath();
            String name = path.startsWith("/") ? path.substring(1) : path;
            return new Address(
                    uri.getHost() == null ? "" : uri.getHost(), port(uri, url), name.isEmpty() ? null : name);
        }

        private static int port(URI uri, String url) throws MalformedURLException {
            int port = uri.getPort();
            String authority = uri.getRawAuthority();
            if (port < 0 && authority != null && authority.length() > 1 && authority.startsWith(":")) {
                try {
                    port = Integer.parseInt(authority.substring(1)); // java.net.URI has no port without a host
                } catch (NumberFormatException e) {
                    throw new MalformedURLException("invalid port number: " + url);
                }
            }
            return port > 0 ? port : Registry.REGISTRY_PORT;
        }

        Registry registry() throws RemoteException {
            return LocateRegistry.getRegistry(host, port);
        }
    }
}

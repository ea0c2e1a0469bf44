// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.security;

import io.nearcall.Caller;
import java.util.List;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/**
 * Shows Spring Security the process that calls a method of an exported bean. The kernel authenticated the process when
 * it connected. Its authorities are of the form {@code UID_1000} and {@code GID_1000}, with the ids of its user and its
 * group. Its name is the id of the user.
 *
 * <p>A caller of another host that has proven its name, such as {@code spiffe://shop/till}, has that name, and the
 * authority {@code PRINCIPAL_spiffe://shop/till}. A {@code RoleHierarchy} can turn the authorities into roles.
 */
public final class CallerAuthentication extends AbstractAuthenticationToken {

    private static final long serialVersionUID = 1L;

    private final transient Caller caller;
    private final String name;

    /** Creates the authentication of a caller, which counts as authenticated. */
    public CallerAuthentication(Caller caller) {
        super(authorities(caller));
        this.caller = caller;
        this.name = caller.principal().orElse(Integer.toString(caller.uid()));
        setAuthenticated(true);
    }

    private static List<SimpleGrantedAuthority> authorities(Caller caller) {
        return caller.principal()
                .map(name -> List.of(new SimpleGrantedAuthority("PRINCIPAL_" + name)))
                .orElseGet(() -> List.of(
                        new SimpleGrantedAuthority("UID_" + caller.uid()),
                        new SimpleGrantedAuthority("GID_" + caller.gid())));
    }

    /** Returns the caller; null if this object has been serialised. */
    @Override
    public Caller getPrincipal() {
        return caller;
    }

    @Override
    public String getName() {
        return name;
    }

    /** Returns an empty string, because only the kernel, or TLS, has seen the credentials. */
    @Override
    public Object getCredentials() {
        return "";
    }
}

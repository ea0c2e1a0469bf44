// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.security;

import io.nearcall.Caller;
import java.util.List;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/**
 * The process that calls a method of an exported bean, as Spring Security sees it. The kernel has authenticated it when it
 * connected. Its authorities are {@code UID_1000} and {@code GID_1000}, with the numbers of its user and of its group, and its name
 * is the number of the user. A {@code RoleHierarchy} turns them into roles.
 */
public final class CallerAuthentication extends AbstractAuthenticationToken {

    private static final long serialVersionUID = 1L;

    private final transient Caller caller;
    private final int uid;

    /** Authenticated. */
    public CallerAuthentication(Caller caller) {
        super(List.of(
                new SimpleGrantedAuthority("UID_" + caller.uid()), new SimpleGrantedAuthority("GID_" + caller.gid())));
        this.caller = caller;
        this.uid = caller.uid();
        setAuthenticated(true);
    }

    /** The caller; null if this has been serialised. */
    @Override
    public Caller getPrincipal() {
        return caller;
    }

    @Override
    public String getName() {
        return Integer.toString(uid);
    }

    /** The kernel has seen them. */
    @Override
    public Object getCredentials() {
        return "";
    }
}

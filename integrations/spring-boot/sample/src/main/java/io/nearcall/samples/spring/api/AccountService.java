// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.spring.api;

import io.nearcall.Idempotent;
import io.nearcall.RemoteService;
import java.util.List;

/** The accounts of a bank. */
@RemoteService
public interface AccountService {

    void insertAccount(Account account);

    /** Idempotent, so calls survive a restart of the bank. */
    @Idempotent
    List<Account> getAccounts(String name);
}

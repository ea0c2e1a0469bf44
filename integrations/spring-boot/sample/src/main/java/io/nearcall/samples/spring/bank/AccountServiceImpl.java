// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.spring.bank;

import io.nearcall.samples.spring.api.Account;
import io.nearcall.samples.spring.api.AccountService;
import io.nearcall.spring.NearcallService;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The accounts. They are exported as "AccountService", the name that the interface gives. */
@NearcallService
class AccountServiceImpl implements AccountService {

    private static final long WRITING_MS = 2;

    private final Queue<Account> accounts = new ConcurrentLinkedQueue<>();

    @Override
    public void insertAccount(Account account) {
        try {
            Thread.sleep(WRITING_MS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("It was not written down", e);
        }
        accounts.add(account);
    }

    @Override
    public List<Account> getAccounts(String name) {
        return accounts.stream()
                .filter(account -> account.name().equals(name))
                .limit(10)
                .toList();
    }
}

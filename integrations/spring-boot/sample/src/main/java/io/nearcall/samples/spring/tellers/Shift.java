// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.spring.tellers;

import io.nearcall.NearcallException;
import io.nearcall.samples.spring.api.Account;
import io.nearcall.samples.spring.api.AccountService;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.CommandLineRunner;
import org.springframework.stereotype.Component;

/** Eight tellers at work, until the application ends. */
@Component
class Shift implements CommandLineRunner, DisposableBean {

    private static final int TELLERS = 8;
    private static final long PAUSE_MS = 5;
    private static final long REPORT_MS = 500;
    private static final Log LOG = LogFactory.getLog(Shift.class);

    private final AccountService accounts;
    private final List<Thread> tellers = new ArrayList<>();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong unknown = new AtomicLong();
    private volatile boolean over;

    Shift(AccountService accounts) {
        this.accounts = accounts;
    }

    @Override
    public void run(String... arguments) throws InterruptedException {
        for (int i = 0; i < TELLERS; i++) {
            String name = "customer-" + i;
            tellers.add(new Thread(() -> work(name), "teller-" + i));
        }
        tellers.forEach(Thread::start);
        while (!over) {
            Thread.sleep(REPORT_MS);
            LOG.info(this);
        }
    }

    private void work(String name) {
        while (!over) {
            try {
                accounts.insertAccount(new Account(name));
                answered.incrementAndGet();
                accounts.getAccounts(name);
                answered.incrementAndGet();
                Thread.sleep(PAUSE_MS);
            } catch (NearcallException e) {
                (e.outcome().isSafeToRepeat() ? refused : unknown).incrementAndGet();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Stops the tellers before the stub is closed. */
    @Override
    public void destroy() throws InterruptedException {
        over = true;
        for (Thread teller : tellers) {
            teller.join();
        }
        LOG.info("The end: " + this);
    }

    @Override
    public String toString() {
        return answered + " calls were answered, " + refused + " were refused before they began, of " + unknown
                + " the result is unknown";
    }
}

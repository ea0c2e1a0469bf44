// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "os.h"

#include <errno.h>
#include <unistd.h>

enum { READABLE = 1, WRITABLE = 2, HANGUP = 4, CAPACITY = 4 };

static int epoll;
static int wakeup;
static int two[2];
static int tokens[CAPACITY];
static int readiness[CAPACITY];

static void open_all(void)
{
    const char *call = "";
    CHECK_EQUAL(poller_open(&epoll, &wakeup, &call), 0);
    CHECK_EQUAL(socket_pair(two), 0);
}

static void close_all(void)
{
    close(epoll);
    close(wakeup);
    close(two[0]);
    close(two[1]);
}

static void readiness_should_come_with_the_token(void)
{
    open_all();
    CHECK_EQUAL(poller_add(epoll, two[0], -1, READABLE), 0);
    CHECK_EQUAL(poller_await(epoll, wakeup, tokens, readiness, CAPACITY, 0), 0);
    CHECK_EQUAL(socket_send(two[1], "x", 1, -1), 1);
    CHECK_EQUAL(poller_await(epoll, wakeup, tokens, readiness, CAPACITY, -1), 1);
    CHECK_EQUAL(tokens[0], -1);
    CHECK_EQUAL(readiness[0], READABLE);
    CHECK_EQUAL(poller_modify(epoll, two[0], 5, READABLE | WRITABLE), 0);
    CHECK_EQUAL(poller_await(epoll, wakeup, tokens, readiness, CAPACITY, -1), 1);
    CHECK_EQUAL(tokens[0], 5);
    CHECK_EQUAL(readiness[0], READABLE | WRITABLE);
    CHECK_EQUAL(poller_remove(epoll, two[0]), 0);
    CHECK_EQUAL(poller_remove(epoll, two[0]), -ENOENT);
    close_all();
}

static void a_hang_up_should_be_reported_unasked(void)
{
    open_all();
    CHECK_EQUAL(poller_add(epoll, two[0], 1, 0), 0);
    socket_shutdown(two[1]);
    CHECK_EQUAL(poller_await(epoll, wakeup, tokens, readiness, CAPACITY, -1), 1);
    CHECK(readiness[0] & HANGUP);
    close_all();
}

static void wake_ups_should_end_one_wait(void)
{
    open_all();
    CHECK_EQUAL(poller_wake(wakeup), 0);
    CHECK_EQUAL(poller_wake(wakeup), 0);
    CHECK_EQUAL(poller_await(epoll, wakeup, tokens, readiness, CAPACITY, -1), 0);
    uint64_t left;
    CHECK_EQUAL(read(wakeup, &left, sizeof left), -1);
    close_all();
}

void poller_tests(void)
{
    RUN(readiness_should_come_with_the_token);
    RUN(a_hang_up_should_be_reported_unasked);
    RUN(wake_ups_should_end_one_wait);
}

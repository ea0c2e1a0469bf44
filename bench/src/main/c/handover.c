// SPDX-License-Identifier: Apache-2.0
/*
 * The hand-over in C: what two processes take at best to hand a message over and to get the answer, where the other side may
 * have to be woken, or where both have to share a CPU.
 *
 *     handover [CALLER_CPU RESPONDER_CPU]
 *
 * binds each side to that CPU, or neither. It forks its responder, reads commands on standard input, one per line:
 *
 *     REQUEST_BYTES REPLY_BYTES SPINS YIELDS BATCH DURATION_NS PERIOD_NS
 *
 * and writes to standard output, as 64-bit little-endian words, the number n of samples and then n samples: the nanoseconds
 * of a batch. Either side polls SPINS times with pauses, then YIELDS times with sched_yield, then sleeps on a futex.
 *
 * If PERIOD_NS is 0, batches follow each other for that duration. Otherwise the caller sleeps before each batch until the
 * next moment of a fixed schedule, and makes as many as the duration has periods. A moment that passes while a call is on
 * its way is left out. The time of a batch begins when its caller runs. Calls from Java keep the same schedule: PacedCalls.
 *
 * End of input ends both processes.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MAX_PAYLOAD_BYTES 4096
#define MAX_SAMPLES (1 << 20)
#define NS_PER_S 1000000000u

/* One way. Whoever reads a direction sleeps on its position and says so in asleep; the other one wakes it only then. */
struct direction {
    uint32_t position;
    uint32_t asleep;
    uint32_t stop;
    uint8_t message[MAX_PAYLOAD_BYTES];
};

/* What the caller tells the responder before each command. */
struct shape {
    uint32_t request_bytes;
    uint32_t reply_bytes;
    uint32_t spins;
    uint32_t yields;
};

/* Pages of their own: no line is shared by both directions. */
struct memory {
    _Alignas(8192) struct direction requests;
    _Alignas(8192) struct direction replies;
};

static struct memory *memory;
static struct shape shape;
static uint8_t scratch[MAX_PAYLOAD_BYTES];

static void fail(const char *what)
{
    fprintf(stderr, "handover: %s: %s\n", what, strerror(errno));
    _exit(1);
}

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t) now.tv_sec * NS_PER_S + (uint64_t) now.tv_nsec;
}

/* What Thread.onSpinWait() is in Java. */
static void spin_wait(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb");
#endif
}

static uint32_t position_of(const struct direction *direction)
{
    /* Partner: the store of publish(). In one order with asleep, as there. */
    return __atomic_load_n(&direction->position, __ATOMIC_SEQ_CST);
}

static void publish(struct direction *direction)
{
    /*
     * Partner: position_of(). The store of the position and the load of asleep stay in this order, as the store of asleep and
     * the load of the position do in await(): one of the two sides sees the other.
     */
    __atomic_store_n(&direction->position, direction->position + 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&direction->asleep, __ATOMIC_SEQ_CST))
        syscall(SYS_futex, &direction->position, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Until the position is another one than that. */
static void await(struct direction *direction, uint32_t seen)
{
    for (uint32_t i = 0; i < shape.spins; i++) {
        if (position_of(direction) != seen)
            return;
        spin_wait();
    }
    for (uint32_t i = 0; i < shape.yields; i++) {
        if (position_of(direction) != seen)
            return;
        sched_yield();
    }
    if (position_of(direction) != seen)
        return;
    /* Partner: the load of publish(). */
    __atomic_store_n(&direction->asleep, 1, __ATOMIC_SEQ_CST);
    /* Whatever ends the wait, a signal too, the position says whether it is over. */
    while (position_of(direction) == seen)
        syscall(SYS_futex, &direction->position, FUTEX_WAIT, seen, NULL, NULL, 0);
    /* Needs no order: who publishes too early for it makes one call to the kernel too many. */
    __atomic_store_n(&direction->asleep, 0, __ATOMIC_RELAXED);
}

/* Answers requests of one shape until the caller says stop. */
static void respond(uint32_t seen)
{
    struct direction *requests = &memory->requests;

    while (1) {
        await(requests, seen++);
        if (requests->stop)
            return;
        memcpy(scratch, requests->message, shape.request_bytes);
        memcpy(memory->replies.message, scratch, shape.reply_bytes);
        publish(&memory->replies);
    }
}

static void responder(int commands, int done)
{
    uint8_t ok = 1;

    while (read(commands, &shape, sizeof shape) == (ssize_t) sizeof shape) {
        uint32_t seen = position_of(&memory->requests);

        if (write(done, &ok, 1) != 1)
            fail("write");
        respond(seen);
        if (write(done, &ok, 1) != 1)
            fail("write");
    }
    _exit(0);
}

static void call(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t seen = position_of(&memory->replies);

        memcpy(memory->requests.message, scratch, shape.request_bytes);
        publish(&memory->requests);
        await(&memory->replies, seen);
        memcpy(scratch, memory->replies.message, shape.reply_bytes);
    }
}

static uint64_t follow(uint32_t batch, uint64_t duration_ns, uint64_t *samples)
{
    uint64_t count = 0;
    uint64_t before = now_ns();
    uint64_t deadline = before + duration_ns;

    while (before < deadline && count < MAX_SAMPLES) {
        call(batch);
        uint64_t after = now_ns();
        samples[count++] = after - before;
        before = after;
    }
    return count;
}

/* Nobody waits for the rest of a long pace if the process that asked for it has ended. */
static void exit_if_abandoned(void)
{
    struct pollfd in = {.fd = STDIN_FILENO};

    if (poll(&in, 1, 0) > 0 && (in.revents & (POLLHUP | POLLERR)))
        _exit(1);
}

static void sleep_until(uint64_t due_ns)
{
    struct timespec due = {.tv_sec = (time_t) (due_ns / NS_PER_S), .tv_nsec = (long) (due_ns % NS_PER_S)};

    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL) == EINTR)
        ;
}

static uint64_t pace(uint32_t batch, uint64_t count, uint64_t period_ns, uint64_t *samples)
{
    uint64_t due = now_ns();

    for (uint64_t i = 0; i < count; i++) {
        exit_if_abandoned();
        uint64_t now = now_ns();
        do {
            due += period_ns;
        } while (due <= now);
        sleep_until(due);
        uint64_t before = now_ns();
        call(batch);
        samples[i] = now_ns() - before;
    }
    return count;
}

static void orphaned(int signal_number)
{
    (void) signal_number;
    _exit(1);
}

static void serve_commands(int commands, int done)
{
    uint64_t *samples = malloc(MAX_SAMPLES * sizeof *samples);
    uint32_t batch;
    unsigned long long duration_ns;
    unsigned long long period_ns;

    if (!samples)
        fail("malloc");
    while (scanf("%u %u %u %u %u %llu %llu", &shape.request_bytes, &shape.reply_bytes, &shape.spins, &shape.yields, &batch,
                 &duration_ns, &period_ns) == 7) {
        uint8_t ok;

        if (shape.request_bytes > MAX_PAYLOAD_BYTES || shape.reply_bytes > MAX_PAYLOAD_BYTES) {
            fprintf(stderr, "handover: payload over %d bytes\n", MAX_PAYLOAD_BYTES);
            _exit(1);
        }
        if (period_ns && duration_ns / period_ns > MAX_SAMPLES) {
            fprintf(stderr, "handover: more than %d calls\n", MAX_SAMPLES);
            _exit(1);
        }
        memory->requests.stop = 0;
        if (write(commands, &shape, sizeof shape) != (ssize_t) sizeof shape)
            fail("write");
        if (read(done, &ok, 1) != 1)
            fail("read");
        uint64_t count = period_ns ? pace(batch, duration_ns / period_ns, period_ns, samples)
                                   : follow(batch, duration_ns, samples);
        memory->requests.stop = 1;
        publish(&memory->requests);
        if (read(done, &ok, 1) != 1)
            fail("read");
        fwrite(&count, sizeof count, 1, stdout);
        fwrite(samples, sizeof *samples, count, stdout);
        fflush(stdout);
    }
    free(samples);
}

static void bind_to(const char *cpu)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET((size_t) atoi(cpu), &set);
    if (sched_setaffinity(0, sizeof set, &set))
        fail("sched_setaffinity");
}

int main(int argc, char **argv)
{
    int commands[2];
    int done[2];

    memory = mmap(NULL, sizeof *memory, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        fail("mmap");
    if (pipe(commands) || pipe(done))
        fail("pipe");
    signal(SIGCHLD, orphaned);
    pid_t parent = getpid();
    pid_t child = fork();
    if (child < 0)
        fail("fork");
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(1);
        if (argc > 2)
            bind_to(argv[2]);
        responder(commands[0], done[1]);
    }
    if (argc > 2)
        bind_to(argv[1]);
    serve_commands(commands[1], done[0]);
    signal(SIGCHLD, SIG_DFL);
    kill(child, SIGKILL);
    return 0;
}

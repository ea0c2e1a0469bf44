// SPDX-License-Identifier: Apache-2.0
/*
 * The floor in C: what two processes can do at best through shared memory, as a check on the floor in Java.
 *
 * Started by the client JVM; forks its responder. Reads commands on standard input, one per line:
 *
 *     REQUEST_BYTES REPLY_BYTES CALLS_PER_BATCH SLICE_NS CHUNK_BYTES WAIT SILENT
 *
 * runs a slice, and writes to standard output, as 64-bit little-endian words, the number n of samples and then n pairs
 * (nanoseconds of one batch, nanoseconds of the single call that followed it). End of input ends both processes. If SILENT
 * is 1, both sides sleep when they wait, and the slice is a silence with one call behind it. WAIT is a letter: p polls with
 * pauses, n without, y yields at every poll, s sleeps at once.
 *
 * Memory and algorithm are those of io.nearcall.bench.floor.FloorDirection for up to 64 KiB: keep the two alike.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
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

#define MESSAGE_OFFSET 8
#define DIRECTION_BYTES (128 * 1024)
#define SHORT_BYTES 64
#define MAX_PAYLOAD_BYTES (64 * 1024)
#define MAX_SAMPLES (1 << 20)
#define SPINS_BEFORE_YIELD 200
#define SPINS_WITHOUT_PAUSE_BEFORE_YIELD 2000
#define SPINS_BEFORE_SLEEP 2000
#define YIELDS_BEFORE_SLEEP 100
#define WAITS_BEFORE_PARTING 20
#define PARTING_NS 50000
#define SETTLE_NS 3000000

static uint8_t *requests;
static uint8_t *replies;
static uint8_t scratch[MAX_PAYLOAD_BYTES];

/* What the caller tells the responder before each slice: FloorShape in Java. */
struct shape {
    uint32_t request_bytes;
    uint32_t reply_bytes;
    uint32_t chunk_bytes;
    uint32_t wait;
    uint32_t silent;
};

static struct shape shape;

static void fail(const char *what)
{
    fprintf(stderr, "floor: %s: %s\n", what, strerror(errno));
    _exit(1);
}

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t) now.tv_sec * 1000000000u + (uint64_t) now.tv_nsec;
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

static uint64_t await_past(const uint8_t *direction, uint64_t position)
{
    static const struct timespec parting = {.tv_nsec = PARTING_NS};
    static uint32_t waits_with_yield;
    const int pauses = shape.wait == 'p';
    const uint32_t spins_before_yield =
        shape.wait == 'y' ? 0 : pauses ? SPINS_BEFORE_YIELD : SPINS_WITHOUT_PAUSE_BEFORE_YIELD;
    uint64_t seen;
    uint32_t spins = 0;

    /* Partner: the release store of publish(). */
    while ((seen = __atomic_load_n((const uint64_t *) (const void *) direction, __ATOMIC_ACQUIRE)) == position) {
        if (pauses)
            spin_wait();
        if (++spins > spins_before_yield)
            sched_yield();
    }
    if (spins <= (spins_before_yield ? spins_before_yield : SPINS_BEFORE_YIELD)) {
        waits_with_yield = 0;
    } else if (++waits_with_yield == WAITS_BEFORE_PARTING) {
        /* Two that only ever yield to each other are never moved apart; who wakes up is put on the idle CPU. */
        waits_with_yield = 0;
        nanosleep(&parting, NULL);
    }
    return seen;
}

static void publish(uint8_t *direction, uint64_t position)
{
    /* Partner: the acquire load of await_past(). */
    __atomic_store_n((uint64_t *) (void *) direction, position, __ATOMIC_RELEASE);
}

static uint64_t position_of(const uint8_t *direction)
{
    /* Partner: the release store of publish(). */
    return __atomic_load_n((const uint64_t *) (const void *) direction, __ATOMIC_ACQUIRE);
}

/* As FloorDirection.sleepPast() in Java: polls only if the slice's way of waiting does so, then sleeps. */
static void sleep_past(const uint8_t *direction, uint64_t position, int poll)
{
    uint32_t polls = !poll ? 0 : shape.wait == 'p' ? SPINS_BEFORE_SLEEP : shape.wait == 'y' ? YIELDS_BEFORE_SLEEP : 0;

    for (uint32_t i = 0; i < polls; i++) {
        if (position_of(direction) != position)
            return;
        if (shape.wait == 'y')
            sched_yield();
        else
            spin_wait();
    }
    /* The futex looks at the lower half of the word, which differs at every message. */
    while (position_of(direction) == position)
        syscall(SYS_futex, direction, FUTEX_WAIT, (uint32_t) position, NULL, NULL, 0);
}

static void wake(uint8_t *direction)
{
    syscall(SYS_futex, direction, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Short messages by words: a call of memcpy, and its vector stores across two lines, cost more than the lines. */
static void copy(uint8_t *to, const uint8_t *from, uint32_t length)
{
    if (length > SHORT_BYTES) {
        memcpy(to, from, length);
        return;
    }
    for (uint32_t i = 0; i < length; i += sizeof(uint64_t))
        memcpy(to + i, from + i, sizeof(uint64_t));
}

/* Copies a message in and publishes it chunk by chunk, so that the reader copies the last chunk while this one is written. */
static uint64_t put(uint8_t *direction, uint64_t position, uint32_t length)
{
    uint32_t done = 0;

    do {
        uint32_t chunk = length - done < shape.chunk_bytes ? length - done : shape.chunk_bytes;
        copy(direction + MESSAGE_OFFSET + done, scratch + done, chunk);
        done += chunk;
        publish(direction, position + done + 1);
    } while (done < length);
    return position + length + 1;
}

/* Copies a message out as far as it is published, until it is whole. */
static uint64_t take(const uint8_t *direction, uint64_t position, uint32_t length)
{
    uint64_t seen = position;
    uint32_t done = 0;

    do {
        seen = await_past(direction, seen);
        if (seen == UINT64_MAX)
            return seen;
        uint32_t ready = (uint32_t) (seen - position - 1);
        copy(scratch + done, direction + MESSAGE_OFFSET + done, ready - done);
        done = ready;
    } while (done < length);
    return position + length + 1;
}

/* Answers requests of one shape until the caller says stop. */
static void respond(void)
{
    uint64_t asked = 0;
    uint64_t answered = 0;

    if (shape.silent)
        sleep_past(requests, asked, 0);
    while ((asked = take(requests, asked, shape.request_bytes)) != UINT64_MAX) {
        answered = put(replies, answered, shape.reply_bytes);
        if (shape.silent) {
            wake(replies);
            sleep_past(requests, asked, 0);
        }
    }
}

static void responder(int commands, int done)
{
    uint8_t ok = 1;

    while (read(commands, &shape, sizeof shape) == (ssize_t) sizeof shape) {
        if (write(done, &ok, 1) != 1)
            fail("write");
        respond();
        if (write(done, &ok, 1) != 1)
            fail("write");
    }
    _exit(0);
}

struct caller {
    uint64_t asked;
    uint64_t answered;
};

static void call(struct caller *caller, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        caller->asked = put(requests, caller->asked, shape.request_bytes);
        caller->answered = take(replies, caller->answered, shape.reply_bytes);
    }
}

static uint64_t slice(struct caller *caller, uint32_t batch, uint64_t slice_ns, uint64_t *samples)
{
    uint64_t count = 0;

    uint64_t settled = now_ns() + SETTLE_NS;
    do {
        call(caller, 1);
    } while (now_ns() < settled);
    uint64_t before = now_ns();
    uint64_t deadline = before + slice_ns;
    while (before < deadline && count < MAX_SAMPLES) {
        call(caller, batch);
        uint64_t between = now_ns();
        call(caller, 1);
        uint64_t after = now_ns();
        samples[2 * count] = between - before;
        samples[2 * count + 1] = after - between;
        count++;
        before = after;
    }
    return count;
}

/* One call after both sides have slept. */
static uint64_t call_after(uint64_t silence_ns, uint64_t *samples)
{
    struct timespec silence = {
        .tv_sec = (time_t) (silence_ns / 1000000000u), .tv_nsec = (long) (silence_ns % 1000000000u)};

    nanosleep(&silence, NULL);
    uint64_t before = now_ns();
    put(requests, 0, shape.request_bytes);
    wake(requests);
    sleep_past(replies, 0, 1);
    take(replies, 0, shape.reply_bytes);
    samples[0] = samples[1] = now_ns() - before;
    return 1;
}

static void orphaned(int signal_number)
{
    (void) signal_number;
    _exit(1);
}

static void serve_commands(int commands, int done)
{
    uint64_t *samples = malloc(2 * MAX_SAMPLES * sizeof *samples);
    uint32_t batch;
    unsigned long long slice_ns;
    char wait;

    if (!samples)
        fail("malloc");
    while (scanf("%u %u %u %llu %u %c %u", &shape.request_bytes, &shape.reply_bytes, &batch, &slice_ns, &shape.chunk_bytes,
                 &wait, &shape.silent) == 7) {
        struct caller caller = {0};
        uint8_t ok;

        shape.wait = (uint32_t) wait;
        if (shape.request_bytes > MAX_PAYLOAD_BYTES || shape.reply_bytes > MAX_PAYLOAD_BYTES) {
            fprintf(stderr, "floor: payload over %d bytes\n", MAX_PAYLOAD_BYTES);
            _exit(1);
        }
        publish(requests, 0);
        publish(replies, 0);
        if (write(commands, &shape, sizeof shape) != (ssize_t) sizeof shape)
            fail("write");
        if (read(done, &ok, 1) != 1)
            fail("read");
        uint64_t count = shape.silent ? call_after(slice_ns, samples) : slice(&caller, batch, slice_ns, samples);
        publish(requests, UINT64_MAX);
        if (shape.silent)
            wake(requests);
        if (read(done, &ok, 1) != 1)
            fail("read");
        fwrite(&count, sizeof count, 1, stdout);
        fwrite(samples, 2 * sizeof *samples, count, stdout);
        fflush(stdout);
    }
    free(samples);
}

int main(void)
{
    int commands[2];
    int done[2];

    int memory = memfd_create("floor", MFD_CLOEXEC);
    if (memory < 0 || posix_fallocate(memory, 0, 2 * DIRECTION_BYTES))
        fail("memfd");
    requests = mmap(NULL, 2 * DIRECTION_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (requests == MAP_FAILED)
        fail("mmap");
    replies = requests + DIRECTION_BYTES;
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
        responder(commands[0], done[1]);
    }
    serve_commands(commands[1], done[0]);
    signal(SIGCHLD, SIG_DFL);
    kill(child, SIGKILL);
    return 0;
}

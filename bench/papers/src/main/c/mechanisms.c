// SPDX-License-Identifier: Apache-2.0
/*
 * Round trips in C over the operating system's own mechanisms: what of a round trip in Java is the kernel's, and so cannot
 * be saved by any way of calling it.
 *
 * Forks its responder. Reads commands on standard input, one per line:
 *
 *     MECHANISM REQUEST_BYTES REPLY_BYTES TRIPS
 *
 * where MECHANISM is socket, pipe, unix, queue or memory; makes the round trips, and writes the nanoseconds of each to standard
 * output, as 64-bit little-endian words. End of input ends both processes.
 *
 * Messages go as io.nearcall.bench.papers has them: those of a queue in pieces that it takes, those of shared memory through
 * room for 40,960 bytes, with a semaphore that says it is empty and one that says it is full.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MAX_BYTES (1 << 20)
#define MAX_TRIPS (1 << 16)
#define PIECE_OF_MEMORY 40960
#define MECHANISMS 5
#define SEMAPHORES 4
#define EMPTY 0
#define FULL 1

/* The two directions of each mechanism: 0 there, 1 back. Descriptors are {to read, to write}. */
static int descriptors[3][2][2];
static int queues[2] = {-1, -1};
static int semaphores = -1;
static uint8_t *memory;
static size_t piece_of_queue;

static uint8_t text[MAX_BYTES];
static struct {
    long type;
    char text[1 << 16];
} message;

struct order {
    uint32_t mechanism;
    uint32_t request_bytes;
    uint32_t reply_bytes;
    uint32_t trips;
};

/* Async-signal-safe: from a handler, too. */
static void remove_all(void)
{
    for (int i = 0; i < 2; i++)
        if (queues[i] >= 0)
            msgctl(queues[i], IPC_RMID, NULL);
    if (semaphores >= 0)
        semctl(semaphores, 0, IPC_RMID);
}

static void ended(int signal_number)
{
    (void) signal_number;
    remove_all();
    _exit(1);
}

static void fail(const char *what)
{
    fprintf(stderr, "mechanisms: %s: %s\n", what, strerror(errno));
    remove_all();
    _exit(1);
}

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t) now.tv_sec * 1000000000u + (uint64_t) now.tv_nsec;
}

static void write_all(int fd, size_t length)
{
    for (size_t done = 0; done < length;) {
        ssize_t written = write(fd, text + done, length - done);
        if (written < 0)
            fail("write");
        done += (size_t) written;
    }
}

static void read_all(int fd, size_t length)
{
    for (size_t done = 0; done < length;) {
        ssize_t got = read(fd, text + done, length - done);
        if (got <= 0)
            fail("read");
        done += (size_t) got;
    }
}

static void queue_write(int queue, size_t length)
{
    for (size_t done = 0; done < length;) {
        size_t piece = length - done < piece_of_queue ? length - done : piece_of_queue;
        message.type = 1;
        memcpy(message.text, text + done, piece);
        if (msgsnd(queue, &message, piece, 0))
            fail("msgsnd");
        done += piece;
    }
}

static void queue_read(int queue, size_t length)
{
    for (size_t done = 0; done < length;) {
        ssize_t got = msgrcv(queue, &message, sizeof message.text, 0, 0);
        if (got < 0)
            fail("msgrcv");
        memcpy(text + done, message.text, (size_t) got);
        done += (size_t) got;
    }
}

static void operate(int direction, int semaphore, int change)
{
    struct sembuf operation = {.sem_num = (unsigned short) (2 * direction + semaphore), .sem_op = (short) change};

    if (semop(semaphores, &operation, 1))
        fail("semop");
}

static void memory_copy(int direction, size_t length, int is_write)
{
    uint8_t *room = memory + direction * PIECE_OF_MEMORY;

    for (size_t done = 0; done < length;) {
        size_t piece = length - done < PIECE_OF_MEMORY ? length - done : PIECE_OF_MEMORY;
        operate(direction, is_write ? EMPTY : FULL, -1);
        if (is_write)
            memcpy(room, text + done, piece);
        else
            memcpy(text + done, room, piece);
        operate(direction, is_write ? FULL : EMPTY, 1);
        done += piece;
    }
}

static const char *const mechanisms[] = {"socket", "pipe", "unix", "queue", "memory"};

static void carry(uint32_t mechanism, int direction, size_t length, int is_write)
{
    switch (mechanism) {
    case 0:
    case 1:
    case 2:
        if (is_write)
            write_all(descriptors[mechanism][direction][1], length);
        else
            read_all(descriptors[mechanism][direction][0], length);
        break;
    case 3:
        if (is_write)
            queue_write(queues[direction], length);
        else
            queue_read(queues[direction], length);
        break;
    default:
        memory_copy(direction, length, is_write);
    }
}

static void respond(int orders)
{
    struct order order;

    while (read(orders, &order, sizeof order) == (ssize_t) sizeof order) {
        for (uint32_t i = 0; i < order.trips; i++) {
            carry(order.mechanism, 0, order.request_bytes, 0);
            carry(order.mechanism, 1, order.reply_bytes, 1);
        }
    }
    _exit(0);
}

static void call(int orders)
{
    static uint64_t times_ns[MAX_TRIPS];
    char name[16];
    struct order order;

    while (scanf("%15s %u %u %u", name, &order.request_bytes, &order.reply_bytes, &order.trips) == 4) {
        order.mechanism = 0;
        while (order.mechanism < MECHANISMS && strcmp(name, mechanisms[order.mechanism]))
            order.mechanism++;
        if (order.mechanism == MECHANISMS || order.request_bytes > MAX_BYTES || order.reply_bytes > MAX_BYTES
            || order.trips > MAX_TRIPS) {
            errno = EINVAL;
            fail(name);
        }
        if (write(orders, &order, sizeof order) != (ssize_t) sizeof order)
            fail("write");
        for (uint32_t i = 0; i < order.trips; i++) {
            uint64_t start_ns = now_ns();
            carry(order.mechanism, 0, order.request_bytes, 1);
            carry(order.mechanism, 1, order.reply_bytes, 0);
            times_ns[i] = now_ns() - start_ns;
        }
        fwrite(times_ns, sizeof *times_ns, order.trips, stdout);
        fflush(stdout);
    }
}

/* One connection: its one end is both the writer there and the reader back. */
static void use_connection(int mechanism, int client, int server)
{
    descriptors[mechanism][0][0] = descriptors[mechanism][1][1] = server;
    descriptors[mechanism][0][1] = descriptors[mechanism][1][0] = client;
}

static void open_sockets(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int on = 1;

    int listener = socket(AF_INET, SOCK_STREAM, 0);
    int client = socket(AF_INET, SOCK_STREAM, 0);
    if (listener < 0 || client < 0 || bind(listener, (struct sockaddr *) &address, length) || listen(listener, 1)
        || getsockname(listener, (struct sockaddr *) &address, &length)
        || connect(client, (struct sockaddr *) &address, length))
        fail("socket");
    int server = accept(listener, NULL, NULL);
    if (server < 0 || setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on)
        || setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on))
        fail("accept");
    close(listener);
    use_connection(0, client, server);
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
        fail("socketpair");
    use_connection(2, pair[0], pair[1]);
}

static void open_system_v(void)
{
    int segment = shmget(IPC_PRIVATE, 2 * PIECE_OF_MEMORY, IPC_CREAT | 0600);
    if (segment < 0)
        fail("shmget");
    memory = shmat(segment, NULL, 0);
    shmctl(segment, IPC_RMID, NULL);
    if (memory == (void *) -1)
        fail("shmat");
    semaphores = semget(IPC_PRIVATE, SEMAPHORES, IPC_CREAT | 0600);
    if (semaphores < 0)
        fail("semget");
    operate(0, EMPTY, 1);
    operate(1, EMPTY, 1);
    for (int i = 0; i < 2; i++)
        if ((queues[i] = msgget(IPC_PRIVATE, IPC_CREAT | 0600)) < 0)
            fail("msgget");
    struct msginfo limits;
    if (msgctl(0, IPC_INFO, (struct msqid_ds *) (void *) &limits) < 0)
        fail("msgctl");
    piece_of_queue = (size_t) limits.msgmax < sizeof message.text ? (size_t) limits.msgmax : sizeof message.text;
}

int main(void)
{
    int orders[2];

    signal(SIGINT, ended);
    signal(SIGTERM, ended);
    signal(SIGPIPE, ended);
    if (pipe(descriptors[1][0]) || pipe(descriptors[1][1]) || pipe(orders))
        fail("pipe");
    open_sockets();
    open_system_v();
    signal(SIGCHLD, ended);
    pid_t parent = getpid();
    pid_t child = fork();
    if (child < 0)
        fail("fork");
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM); // whose handler removes what is left, also if the parent could not
        if (getppid() != parent)
            ended(SIGTERM);
        close(orders[1]);
        respond(orders[0]);
    }
    call(orders[1]);
    signal(SIGCHLD, SIG_DFL);
    remove_all();
    kill(child, SIGKILL);
    return 0;
}

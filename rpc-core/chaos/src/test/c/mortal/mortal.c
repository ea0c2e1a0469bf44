// SPDX-License-Identifier: Apache-2.0
/*
 * A process over libnearcall for the reliability campaign: it serves or calls io.nearcall.chaos.called.Target, as it is told line
 * by line, and is killed, or is the one that is left. The library is the product as it is: the linker puts the functions
 * __wrap_... between its parts. There a thread stops for ever, at the place for which the process was armed.
 *
 *     serve ADDRESS LOG         says "serving". The log has the nonces of the calls that began, as CallLog has them
 *     call ADDRESS SEED KIND... says "calling", and has two threads call for ever; without kinds in every way
 *     find ADDRESS              looks a service up; says "found" or "lost"
 *     try SEED                  has three threads call what was found in every way, each up to its first failure. Then each call is
 *                               said: KIND NONCE BEGIN_NS END_NS STATUS OUTCOME; and "ended" behind the last
 *     arm PLACE N               says "armed". The N-th thread that comes by stops, and "at PLACE" is said
 *     sessions                  forgets the objects of callers, and says how many objects of this process are referred to
 *     close                     closes the endpoint
 */
#include "mortal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH "Lio/nearcall/chaos/called/Target$"

const char *const kind_names[KINDS] = {"PING", "ORDER", "MEGABYTE", "FUTURE", "ONE_WAY", "CALLBACK", "REFERENCE"};

const char *const methods[KINDS] = {
    [PING] = "ping (J)J (J)J",
    [ORDER] = "order (" PATH "Order;)" PATH "Order; (L)L",
    [MEGABYTE_ECHO] = "echo (J[B)[B (JA)A",
    [FUTURE] = "later (J)Ljava/util/concurrent/CompletableFuture; (J)L",
    [ONE_WAY] = "post (J)V (J)V",
    [CALLBACK] = "heard (J" PATH "Witness;)J (JL)J",
    [REFERENCE] = "open (J" PATH "Witness;)" PATH "Session; (JL)L",
};

nearcall_endpoint *endpoint;

void die(const char *what, const char *why)
{
    fprintf(stderr, "mortal (process %d): %s: %s\n", (int)getpid(), what, why);
    _exit(1);
}

void say(const char *line)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    puts(line);
    fflush(stdout);
    pthread_mutex_unlock(&lock);
}

static unsigned kinds_of(char *names)
{
    unsigned kinds = 0;
    for (char *name = strtok(names, " "); name != NULL; name = strtok(NULL, " ")) {
        for (unsigned i = 0; i < KINDS; i++) {
            kinds |= strcmp(kind_names[i], name) == 0 ? 1U << i : 0;
        }
    }
    return kinds == 0 ? (1U << KINDS) - 1 : kinds;
}

static void obey(char *line)
{
    char first[200] = "";
    char second[400] = "";
    int rest = 0;
    line[strcspn(line, "\n")] = 0;
    if (sscanf(line, "serve %199s %399s", first, second) >= 1) {
        serve(first, second[0] == 0 ? NULL : second);
    } else if (sscanf(line, "call %199s %399s%n", first, second, &rest) >= 2) {
        call(first, strtoull(second, NULL, 10), kinds_of(line + rest));
    } else if (sscanf(line, "find %199s", first) == 1) {
        find(first);
    } else if (sscanf(line, "try %199s", first) == 1) {
        try_all(strtoull(first, NULL, 10));
    } else if (sscanf(line, "arm %199s %399s", first, second) == 2) {
        arm(first, atoi(second));
    } else if (strcmp(line, "sessions") == 0) {
        forget_witnesses();
        snprintf(second, sizeof second, "%d", sessions_left());
        say(second);
    } else if (strcmp(line, "close") == 0) {
        reach("CLOSE_BEGUN");
        nearcall_close(endpoint);
        forget_witnesses(); /* which would keep their connection in memory */
    } else {
        die(line, "no such command");
    }
}

/* As a JVM does: it leaves no names behind, and ends by the signal. */
static void *close_at_signal(void *unused)
{
    sigset_t wanted;
    int received;
    (void)unused;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGTERM);
    sigwait(&wanted, &received);
    nearcall_close(endpoint);
    signal(SIGTERM, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &wanted, NULL);
    raise(SIGTERM);
    return NULL;
}

int main(void)
{
    sigset_t terminating;
    pthread_t closer;
    nearcall_error error;
    nearcall_options options;
    char line[1000];
    sigemptyset(&terminating);
    sigaddset(&terminating, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &terminating, NULL); /* of all threads, which inherit it */
    nearcall_options_init(&options);
    options.lookup_timeout_ns = 1000000000; /* a server that has died is not waited for any longer */
    if (nearcall_open(&options, &endpoint, &error) != NEARCALL_OK ||
        nearcall_add_class(endpoint, TARGET "$Order",
                           "record\nnonce long exact\ncustomer java.lang.String exact\nitems java.util.List", &error) != NEARCALL_OK ||
        nearcall_add_class(endpoint, TARGET "$Witness", "remote interface", &error) != NEARCALL_OK ||
        nearcall_add_class(endpoint, TARGET "$Session", "remote interface", &error) != NEARCALL_OK) {
        die("the endpoint", error.message);
    }
    if (pthread_create(&closer, NULL, close_at_signal, NULL) != 0) {
        die("a thread", "it does not start");
    }
    say("ready");
    while (fgets(line, sizeof line, stdin) != NULL) { /* until the one who kills us has died himself */
        obey(line);
    }
    _exit(0);
}

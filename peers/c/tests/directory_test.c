// SPDX-License-Identifier: Apache-2.0
/* The runtime directory: which ones are accepted, what is removed from it, and who is let in. */
#include "raw_client.h"
#include "sweep.h"
#include "two_endpoints.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

static int nothing(nearcall_request *request, void *context)
{
    (void)context;
    return nearcall_request_start(request);
}

static const nearcall_method methods[] = {{"nothing ()V ()V", nothing}};
static const char *const signatures[] = {"nothing ()V ()V"};

static char base[64];
static char path[100];

static const char *below(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", base, name);
    return path;
}

static int open_at(const char *directory)
{
    nearcall_options options;
    nearcall_endpoint *endpoint;
    nearcall_options_init(&options);
    options.directory = directory;
    int status = nearcall_open(&options, &endpoint, &error);
    if (status == NEARCALL_OK) {
        nearcall_close(endpoint);
    }
    return status;
}

static void should_accept_only_directories_that_nobody_else_can_replace(void)
{
    CHECK(open_at(below("made")) == NEARCALL_OK); /* it is made */
    struct stat status;
    CHECK(stat(path, &status) == 0 && (status.st_mode & 0777) == 0700);
    CHECK(chmod(path, 0711) == 0 && open_at(path) == NEARCALL_OK);
    CHECK(chmod(path, 0755) == 0 && open_at(path) == NEARCALL_INVALID);
    CHECK(strstr(error.message, "0755") != NULL);
    CHECK(chmod(path, 0700) == 0);
    char link[120];
    snprintf(link, sizeof link, "%s/link", base);
    CHECK(symlink(path, link) == 0 && open_at(link) == NEARCALL_INVALID && unlink(link) == 0);
    CHECK(rmdir(below("made")) == 0);
    CHECK(open_at(below("missing/made")) == NEARCALL_INVALID);
    CHECK(mkdir(below("open"), 0700) == 0 && chmod(path, 0777) == 0);
    CHECK(open_at(below("open/made")) == NEARCALL_INVALID); /* others may write to its parent */
    CHECK(chmod(below("open"), 01777) == 0 && open_at(below("open/made")) == NEARCALL_OK); /* it is sticky */
    CHECK(rmdir(path) == 0 && rmdir(below("open")) == 0);
    int file = creat(below("file"), 0600);
    CHECK(file >= 0 && open_at(path) == NEARCALL_INVALID && unlink(path) == 0);
    close(file);
}

/* The number of a process that has ended and was waited for. */
static long dead_pid(void)
{
    pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    waitpid(child, NULL, 0);
    return child;
}

static void should_remove_what_dead_processes_have_left_and_nothing_else(void)
{
    static const char nonce[] = "0123456789abcdef";
    char names[5][60];
    long dead = dead_pid();
    snprintf(names[0], sizeof names[0], ".fifo-%ld-%s-0", dead, nonce);
    snprintf(names[1], sizeof names[1], ".fifo-%ld-%s-63", dead, nonce);
    snprintf(names[2], sizeof names[2], ".fifo-%ld-%s-0", (long)getpid(), nonce); /* its process lives */
    snprintf(names[3], sizeof names[3], ".fifo-%ld-%s", dead, nonce);             /* no name of a FIFO */
    snprintf(names[4], sizeof names[4], "x.fifo-%ld-%s-0", dead, nonce);
    CHECK(mkdir(below("swept"), 0700) == 0);
    char directory[120];
    snprintf(directory, sizeof directory, "%s", path);
    for (int i = 0; i < 5; i++) {
        char file[500];
        snprintf(file, sizeof file, "%s/%s", directory, names[i]);
        CHECK(mkfifo(file, 0600) == 0);
    }
    CHECK(open_at(directory) == NEARCALL_OK);
    for (int i = 0; i < 5; i++) {
        char file[500];
        struct stat status;
        snprintf(file, sizeof file, "%s/%s", directory, names[i]);
        CHECK_SAYING((lstat(file, &status) == 0) == (i >= 2), "%s", names[i]);
        unlink(file);
    }
    CHECK(rmdir(directory) == 0);
}

/* Runs in a child that has become another user. Returns 0 if that user is refused as it should be. */
static int be_a_stranger(void)
{
    static struct raw_client client;
    int passed;
    if (setgid(12345) < 0 || setuid(12345) < 0) {
        return 2;
    }
    raw_connect(&client, runtime_directory, "private");
    struct nc_control_message hello;
    nc_control_init(&hello, NC_HELLO);
    hello.version = NC_VERSION;
    hello.longest = 65536;
    nc_control_set_name(&hello, "private");
    nc_control_set_text(&hello, "shm");
    nc_control_send(&client.control, &hello, -1, NULL); /* it may be too late */
    bool refused = raw_control(&client, &passed) == NC_RECEIVED && client.message.type == NC_REFUSED &&
                   client.message.reason == NC_REFUSED_USER;
    return refused && raw_control(&client, &passed) == NC_STREAM_END ? 0 : 1;
}

static void should_refuse_other_users(void)
{
    nearcall_options options;
    nearcall_options_init(&options);
    open_endpoints(&options);
    CHECK(chmod(runtime_directory, 0711) == 0);
    nearcall_close(serving);
    options.directory = runtime_directory;
    CHECK(nearcall_open(&options, &serving, &error) == NEARCALL_OK);
    nearcall_exported *exported;
    CHECK(nearcall_export(serving, "private", "Private", methods, 1, NULL, &exported, &error) == NEARCALL_OK);
    pid_t child = fork();
    if (child == 0) {
        _exit(be_a_stranger());
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_SAYING(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %x", (unsigned)status);
    nearcall_exported_release(exported);
    close_endpoints();
}

static void should_not_call_the_service_of_another_user(void)
{
    nearcall_options options;
    nearcall_options_init(&options);
    open_endpoints(&options);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/foreign.sock", runtime_directory);
    CHECK(chmod(runtime_directory, 0777) == 0);
    int ready[2];
    CHECK(pipe(ready) == 0);
    pid_t child = fork();
    if (child == 0) { /* another user listens in the directory, as only a wrong mode allows */
        int fd = socket(AF_UNIX, SOCK_STREAM, 0);
        char byte;
        bool listening = setgid(12345) == 0 && setuid(12345) == 0 &&
                         bind(fd, (struct sockaddr *)&address, sizeof address) == 0 && listen(fd, 1) == 0;
        _exit(listening && write(ready[1], "r", 1) == 1 && (fd = accept(fd, NULL, NULL)) >= 0 && read(fd, &byte, 1) == 0 ? 0 : 1);
    }
    char byte;
    nearcall_service *service;
    CHECK(read(ready[0], &byte, 1) == 1);
    CHECK(chmod(runtime_directory, 0700) == 0); /* else it is not used any more */
    CHECK(nearcall_lookup(calling, "foreign", "Foreign", signatures, 1, &service, &error) == NEARCALL_REFUSED);
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_SAYING(WIFEXITED(status) && WEXITSTATUS(status) == 0, "it was told something"); /* not a byte was sent */
    unlink(address.sun_path);
    close(ready[0]);
    close(ready[1]);
    close_endpoints();
}

/* It is that user's to make. Until then nobody listens there. */
static void should_not_make_the_directory_of_another_user(void)
{
    static const uid_t owner = 12345;
    struct stat status;
    nearcall_options options;
    nearcall_service *service;
    nearcall_options_init(&options);
    options.allowed_users = &owner;
    options.allowed_user_count = 1;
    options.lookup_timeout_ns = 100 * 1000 * 1000;
    CHECK(mkdir(below("foreign"), 0711) == 0 && chown(path, owner, owner) == 0);
    options.directory = path;
    CHECK_SAYING(nearcall_open(&options, &calling, &error) == NEARCALL_OK, "%s", error.message);
    CHECK(rmdir(path) == 0);
    int result = nearcall_lookup(calling, "missing", "Missing", signatures, 1, &service, &error);
    CHECK_SAYING(result == NEARCALL_NOT_FOUND, "%s", error.message);
    CHECK(lstat(path, &status) < 0);
    nearcall_close(calling);
}

int main(void)
{
    alarm(60);
    temporary_name(base, sizeof base);
    CHECK(mkdtemp(base) != NULL);
    RUN(should_accept_only_directories_that_nobody_else_can_replace);
    RUN(should_remove_what_dead_processes_have_left_and_nothing_else);
    if (geteuid() == 0) {
        RUN(should_refuse_other_users);
        RUN(should_not_call_the_service_of_another_user);
        RUN(should_not_make_the_directory_of_another_user);
    } else {
        puts("left out: the tests of other users, because this process cannot become one");
    }
    CHECK(rmdir(base) == 0);
    return 0;
}

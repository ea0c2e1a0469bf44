// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "os.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/wait.h>
#include <unistd.h>

struct message {
    long type;
    char text[16];
};

static void a_path_and_a_project_should_make_a_key(void)
{
    int first = 0;
    int second = 0;
    const char *path = test_path("key");
    int fd = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    CHECK(fd >= 0);
    close(fd);
    CHECK_EQUAL(sysv_key(path, 'a', &first), 0);
    CHECK_EQUAL(sysv_key(path, 'a', &second), 0);
    CHECK_EQUAL(first, second);
    CHECK_EQUAL(sysv_key(path, 'b', &second), 0);
    CHECK(first != second);
    CHECK_EQUAL(unlink(path), 0);
    CHECK_EQUAL(sysv_key(path, 'a', &first), -ENOENT);
}

static void messages_should_arrive_by_type(void)
{
    struct message out = {.text = "order"};
    struct message in = {.type = 0};
    int64_t status[SYSV_MSG_STATUS_FIELDS];
    int id = sysv_msg_open(IPC_PRIVATE, IPC_CREAT | 0600);
    CHECK(id >= 0);
    CHECK_EQUAL(sysv_msg_receive(id, &in, sizeof in.text, 0, 0), -ENOMSG);
    for (out.type = 1; out.type <= 3; out.type++)
        CHECK_EQUAL(sysv_msg_send(id, &out, 5), 0);
    CHECK_EQUAL(sysv_msg_status(id, status), 0);
    CHECK_EQUAL(status[0], 3);
    CHECK_EQUAL(status[1], 15);
    CHECK(status[2] >= 15);
    CHECK_EQUAL(status[3], getpid());
    CHECK_EQUAL(status[5], getuid());
    CHECK_EQUAL(status[6] & 0777, 0600);
    CHECK_EQUAL(status[7], getuid());
    CHECK_EQUAL(status[8], IPC_PRIVATE);
    CHECK_EQUAL(sysv_msg_receive(id, &in, sizeof in.text, 2, 0), 5);
    CHECK_EQUAL(in.type, 2);
    CHECK(memcmp(in.text, "order", 5) == 0);
    CHECK_EQUAL(sysv_msg_receive(id, &in, sizeof in.text, 2, 0), -ENOMSG);
    CHECK_EQUAL(sysv_msg_receive(id, &in, sizeof in.text, 1, 1), 5);
    CHECK_EQUAL(in.type, 3);
    CHECK_EQUAL(sysv_msg_receive(id, &in, 2, -9, 0), -E2BIG);
    CHECK_EQUAL(sysv_msg_receive(id, &in, sizeof in.text, -9, 0), 5);
    CHECK_EQUAL(in.type, 1);
    CHECK_EQUAL(sysv_msg_remove(id), 0);
    CHECK_EQUAL(sysv_msg_remove(id), -EINVAL);
    CHECK_EQUAL(sysv_msg_send(id, &in, 1), -EINVAL);
    CHECK_EQUAL(sysv_msg_status(id, status), -EINVAL);
}

static void a_full_queue_should_say_so(void)
{
    static struct {
        long type;
        char text[1024];
    } large = {.type = 1};
    int64_t status[SYSV_MSG_STATUS_FIELDS];
    int id = sysv_msg_open(IPC_PRIVATE, IPC_CREAT | 0600);
    CHECK_EQUAL(sysv_msg_resize(id, 4096), 0);
    CHECK_EQUAL(sysv_msg_status(id, status), 0);
    CHECK_EQUAL(status[2], 4096);
    for (int i = 0; i < 4; i++)
        CHECK_EQUAL(sysv_msg_send(id, &large, sizeof large.text), 0);
    CHECK_EQUAL(sysv_msg_send(id, &large, sizeof large.text), -EAGAIN);
    CHECK(sysv_msg_max_length() > (int)sizeof large.text);
    CHECK(sysv_msg_max_capacity() >= sysv_msg_max_length());
    CHECK_EQUAL(sysv_msg_remove(id), 0);
    CHECK_EQUAL(sysv_msg_resize(id, 4096), -EINVAL);
    CHECK_EQUAL(sysv_msg_open(IPC_PRIVATE + 77, 0), -ENOENT);
}

static void semaphores_should_be_taken_together_or_not_at_all(void)
{
    static const int16_t both[] = {0, -1, 0, 1, -1, 0};
    int64_t status[SYSV_SEM_STATUS_FIELDS];
    int id = sysv_sem_open(IPC_PRIVATE, 2, IPC_CREAT | 0600);
    CHECK(id >= 0);
    CHECK_EQUAL(sysv_sem_set(id, 0, 1), 0);
    CHECK_EQUAL(sysv_sem_status(id, status), 0);
    CHECK_EQUAL(status[3], 0);
    CHECK_EQUAL(sysv_sem_operate(id, both, 2, 0), -EAGAIN);
    CHECK_EQUAL(sysv_sem_get(id, 0), 1);
    CHECK_EQUAL(sysv_sem_operate(id, both, 2, 1000000), -EAGAIN);
    CHECK_EQUAL(sysv_sem_set(id, 1, 3), 0);
    CHECK_EQUAL(sysv_sem_operate(id, both, 2, 1000000), 0);
    CHECK_EQUAL(sysv_sem_get(id, 0), 0);
    CHECK_EQUAL(sysv_sem_get(id, 1), 2);
    CHECK_EQUAL(sysv_sem_last_pid(id, 1), getpid());
    CHECK_EQUAL(sysv_sem_waiters(id, 0, 0), 0);
    CHECK_EQUAL(sysv_sem_waiters(id, 0, 1), 0);
    CHECK_EQUAL(sysv_sem_status(id, status), 0);
    CHECK_EQUAL(status[0], 2);
    CHECK_EQUAL(status[1], getuid());
    CHECK(status[3] != 0);
    CHECK_EQUAL(status[4], getuid());
    CHECK_EQUAL(status[5], IPC_PRIVATE);
    CHECK_EQUAL(sysv_sem_operate(id, both, 0, 0), -E2BIG);
    CHECK_EQUAL(sysv_sem_operate(id, both, SYSV_SEM_OPERATIONS_MAX + 1, 0), -E2BIG);
    CHECK_EQUAL(sysv_sem_get(id, 2), -EINVAL);
    CHECK_EQUAL(sysv_sem_set(id, 0, 1 << 20), -ERANGE);
    CHECK_EQUAL(sysv_sem_remove(id), 0);
    CHECK_EQUAL(sysv_sem_get(id, 0), -EINVAL);
    CHECK_EQUAL(sysv_sem_status(id, status), -EINVAL);
    CHECK_EQUAL(sysv_sem_remove(id), -EINVAL);
    CHECK_EQUAL(sysv_sem_open(IPC_PRIVATE + 77, 1, 0), -ENOENT);
}

static void what_a_process_took_should_come_back_when_it_dies(void)
{
    static const int16_t take[] = {0, -1, 1};
    int id = sysv_sem_open(IPC_PRIVATE, 1, IPC_CREAT | 0600);
    CHECK_EQUAL(sysv_sem_set(id, 0, 1), 0);
    pid_t child = fork();
    if (child == 0)
        _exit(sysv_sem_operate(id, take, 1, 0) == 0 && sysv_sem_get(id, 0) == 0 ? 0 : 1);
    int status = -1;
    CHECK_EQUAL(waitpid(child, &status, 0), child);
    CHECK_EQUAL(status, 0);
    CHECK_EQUAL(sysv_sem_get(id, 0), 1);
    CHECK_EQUAL(sysv_sem_remove(id), 0);
}

static void a_key_should_be_known_until_the_removal(void)
{
    enum { KEY = 0x4e434c31 };
    int64_t status[SYSV_SHM_STATUS_FIELDS];
    void *address = NULL;
    int id = sysv_shm_open(KEY, 4096, IPC_CREAT | IPC_EXCL | 0600);
    CHECK(id >= 0);
    CHECK_EQUAL(sysv_shm_status(id, status), 0);
    CHECK_EQUAL(status[5], getuid());
    CHECK_EQUAL(status[6], KEY);
    CHECK_EQUAL(sysv_shm_open(KEY, 0, 0), id);
    CHECK_EQUAL(sysv_shm_attach(id, 1, &address), 0);
    CHECK_EQUAL(sysv_shm_remove(id), 0);
    CHECK_EQUAL(sysv_shm_status(id, status), 0);
    CHECK_EQUAL(status[6], IPC_PRIVATE);
    CHECK_EQUAL(sysv_shm_open(KEY, 0, 0), -ENOENT);
    CHECK_EQUAL(sysv_shm_detach(address), 0);
}

static void a_part_of_a_segment_should_show_twice_in_a_row(void)
{
    enum { LENGTH = 4096 };
    void *writable = NULL;
    void *readable = NULL;
    void *twice = NULL;
    int id = sysv_shm_open(IPC_PRIVATE, 3 * LENGTH, IPC_CREAT | 0600);
    CHECK_EQUAL(sysv_shm_attach(id, 1, &writable), 0);
    CHECK_EQUAL(sysv_shm_attach(id, 0, &readable), 0);
    CHECK_EQUAL(sysv_shm_remove(id), 0);
    int result = memory_alias_twice((char *)readable + LENGTH, LENGTH, &twice);
    if (result == -ENOMEM && getenv("NEARCALL_TEST_QEMU") != NULL) {
        fprintf(stderr, "NOT TESTED: qemu-user refuses mremap with an old length of 0\n");
        CHECK_EQUAL(sysv_shm_detach(readable), 0);
        CHECK_EQUAL(sysv_shm_detach(writable), 0);
        return;
    }
    CHECK_EQUAL(result, 0);
    strcpy((char *)writable + LENGTH, "order");
    CHECK_EQUAL(sysv_shm_detach(readable), 0);
    CHECK(strcmp(twice, "order") == 0);
    CHECK(strcmp((char *)twice + LENGTH, "order") == 0);
    CHECK_EQUAL(memory_unmap(twice, 2 * LENGTH), 0);
    CHECK_EQUAL(memory_alias_twice(writable, LENGTH - 1, &twice), -EINVAL);
    CHECK_EQUAL(memory_alias_twice((char *)writable + 1, LENGTH, &twice), -EINVAL);
    CHECK_EQUAL(sysv_shm_detach(writable), 0);
    CHECK_EQUAL(sysv_shm_attach(id, 1, &writable), -EINVAL);
}

static void memory_should_be_shared_until_nobody_has_it(void)
{
    int64_t status[SYSV_SHM_STATUS_FIELDS];
    void *writable = NULL;
    void *readable = NULL;
    int id = sysv_shm_open(IPC_PRIVATE, 10000, IPC_CREAT | 0600);
    CHECK(id >= 0);
    CHECK_EQUAL(sysv_shm_attach(id, 1, &writable), 0);
    CHECK_EQUAL(sysv_shm_attach(id, 0, &readable), 0);
    strcpy(writable, "order");
    CHECK(strcmp(readable, "order") == 0);
    CHECK_EQUAL(sysv_shm_status(id, status), 0);
    CHECK_EQUAL(status[0], 10000);
    CHECK_EQUAL(status[1], 2);
    CHECK_EQUAL(status[2], getpid());
    CHECK_EQUAL(sysv_shm_remove(id), 0);
    CHECK_EQUAL(sysv_shm_detach(writable), 0);
    CHECK(strcmp(readable, "order") == 0);
    CHECK_EQUAL(sysv_shm_detach(readable), 0);
    CHECK_EQUAL(sysv_shm_detach(readable), -EINVAL);
    CHECK_EQUAL(sysv_shm_attach(id, 1, &writable), -EINVAL);
    CHECK_EQUAL(sysv_shm_status(id, status), -EINVAL);
    CHECK_EQUAL(sysv_shm_remove(id), -EINVAL);
    CHECK_EQUAL(sysv_shm_open(IPC_PRIVATE + 77, 0, 0), -ENOENT);
}

void sysv_tests(void)
{
    RUN(a_path_and_a_project_should_make_a_key);
    RUN(messages_should_arrive_by_type);
    RUN(a_full_queue_should_say_so);
    RUN(semaphores_should_be_taken_together_or_not_at_all);
    RUN(what_a_process_took_should_come_back_when_it_dies);
    RUN(memory_should_be_shared_until_nobody_has_it);
    RUN(a_key_should_be_known_until_the_removal);
    RUN(a_part_of_a_segment_should_show_twice_in_a_row);
}

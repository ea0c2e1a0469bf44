// SPDX-License-Identifier: Apache-2.0
/*
 * The thin layer over the system calls: one .c file per concept, no JNI in these signatures, no knowledge of frames,
 * rings or protocols.
 *
 * Every function returns 0 or more, or -errno. On failure it leaves everything that its pointers point to untouched. A
 * function that makes several system calls names the one that failed in *call, a string literal.
 */
#ifndef NEARCALL_OS_H
#define NEARCALL_OS_H

#include <stddef.h>
#include <stdint.h>

enum { SOCKET_DESCRIPTORS_MAX = 253, POLLER_EVENTS_MAX = 64, FILE_STATUS_FIELDS = 6 };
enum { SYSV_MSG_STATUS_FIELDS = 9, SYSV_SEM_STATUS_FIELDS = 6, SYSV_SHM_STATUS_FIELDS = 7, SYSV_SEM_OPERATIONS_MAX = 32 };

int memory_allocate(int fd, int64_t length);
int memory_create(const char *name, int64_t length, const char **call);
int memory_seal(int fd);
int memory_is_sealed(int fd);
int64_t memory_allocated(int fd);
int64_t memory_length(int fd);
int memory_map(int fd, int64_t offset, int64_t length, int writable, void **address);
int memory_map_twice(int fd, int64_t offset, int64_t length, int writable, void **address);
int memory_alias_twice(void *address, int64_t length, void **twice);
int memory_unmap(void *address, int64_t length);

int futex_await(const void *word, uint32_t expected, int64_t timeout_ns);
int futex_wake(const void *word, int waiters);

int socket_listen(const char *path, unsigned mode, int backlog, const char **call);
int socket_connect(const char *path, int64_t timeout_ns, const char **call);
int socket_accept(int listener);
int socket_peer(int fd, int *pid, int *uid, int *gid);
int socket_send(int fd, const void *bytes, size_t length, int pass_fd);
int socket_receive(int fd, void *bytes, size_t length, int *fds, int fds_capacity);
int socket_await(int fd, int readable, int64_t timeout_ns);
int socket_shutdown(int fd);
int socket_pair(int two[2]);

int fifo_make(const char *path);
int fifo_open(const char *path, int writable);
int fifo_pages(int fd);
int fifo_resize(int fd, int bytes);
int fifo_unread(int fd);
int fifo_read(int fd, void *bytes, size_t capacity);
int fifo_write(int fd, const void *bytes, size_t length);
int fifo_await(int fd, int readable, int wakeup, int64_t timeout_ns);
int fifo_open_wakeup(void);

int sysv_key(const char *path, int project, int *key);
int sysv_msg_open(int key, int flags);
int sysv_msg_send(int id, const void *message, size_t length);
int sysv_msg_receive(int id, void *message, size_t capacity, int64_t type, int except);
int sysv_msg_status(int id, int64_t status[SYSV_MSG_STATUS_FIELDS]);
int sysv_msg_max_length(void);
int sysv_msg_max_capacity(void);
int sysv_msg_resize(int id, int64_t bytes);
int sysv_msg_remove(int id);

int sysv_sem_open(int key, int count, int flags);
int sysv_sem_operate(int id, const int16_t *triples, int count, int64_t timeout_ns);
int sysv_sem_get(int id, int semaphore);
int sysv_sem_set(int id, int semaphore, int value);
int sysv_sem_waiters(int id, int semaphore, int zero);
int sysv_sem_last_pid(int id, int semaphore);
int sysv_sem_status(int id, int64_t status[SYSV_SEM_STATUS_FIELDS]);
int sysv_sem_remove(int id);

int sysv_shm_open(int key, int64_t length, int flags);
int sysv_shm_attach(int id, int writable, void **address);
int sysv_shm_detach(const void *address);
int sysv_shm_status(int id, int64_t status[SYSV_SHM_STATUS_FIELDS]);
int sysv_shm_remove(int id);

int process_open(int pid);
int process_of_peer(int socket);
int process_is_alive(int pidfd);
int64_t process_thread_cpu_ns(void);
int process_leave_cpu(void);
int process_identity(int pidfd, int64_t *identity);

int record_lock_try(int fd, int64_t offset, int64_t length);
int record_lock_is_held(int fd, int64_t offset, int64_t length);
int record_lock_release(int fd, int64_t offset, int64_t length);

int poller_open(int *epoll, int *wakeup, const char **call);
int poller_add(int epoll, int fd, int token, int interest);
int poller_modify(int epoll, int fd, int token, int interest);
int poller_remove(int epoll, int fd);
int poller_await(int epoll, int wakeup, int *tokens, int *readiness, int capacity, int timeout_ms);
int poller_wake(int wakeup);

int file_close(int fd);
int file_duplicate(int fd);
int file_lstat(const char *path, int64_t status[FILE_STATUS_FIELDS]);
int file_fstat(int fd, int64_t status[FILE_STATUS_FIELDS]);
int file_set_mode(const char *path, unsigned mode);
int file_make_directory(const char *path, unsigned mode, const char **call);
int file_unlink(const char *path);
int file_open_lock(const char *path);
int file_open_existing(const char *path);
int file_open_unnamed(const char *directory);
int file_link(int fd, const char *path);
int file_try_lock(int fd);
int file_write(int fd, const void *bytes, size_t length, const char **call);
int file_read(int fd, void *bytes, size_t capacity);

#endif

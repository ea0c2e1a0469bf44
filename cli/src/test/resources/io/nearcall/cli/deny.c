// SPDX-License-Identifier: Apache-2.0
/* deny CALL... -- COMMAND [ARGS]: runs a command to which the kernel answers EPERM to some system calls, as a container may. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

static long number(const char *name)
{
    if (strcmp(name, "memfd_create") == 0)
        return SYS_memfd_create;
    return strcmp(name, "pidfd_open") == 0 ? SYS_pidfd_open : -1;
}

int main(int argc, char **argv)
{
    int next = 1;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return 125;
    for (; next < argc && strcmp(argv[next], "--") != 0; next++) {
        struct sock_filter code[] = {
            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number(argv[next]), 0, 1),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        };
        struct sock_fprog filter = {sizeof code / sizeof *code, code};
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
            return 125;
    }
    if (next + 1 < argc)
        execvp(argv[next + 1], argv + next + 1);
    perror("deny");
    return 125;
}

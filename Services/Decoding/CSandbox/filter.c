#define _GNU_SOURCE

#include "CSandbox.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int docket_sandbox_filters_can_kill(void) {
    uint32_t action = SECCOMP_RET_KILL_PROCESS;
    return (int)syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0U, &action);
}

int docket_sandbox_install_filter(const void *program, size_t count, uint32_t placeholder) {
    if (count == 0 || count > BPF_MAXINSNS) {
        errno = EINVAL;
        return -1;
    }
    struct sock_filter instructions[count];
    memcpy(instructions, program, sizeof instructions);
    uint32_t process = (uint32_t)getpid();
    for (size_t index = 0; index < count; index++) {
        if (instructions[index].code == (BPF_JMP | BPF_JEQ | BPF_K) && instructions[index].k == placeholder) {
            instructions[index].k = process;
        }
    }
    struct sock_fprog filter = {.len = (unsigned short)count, .filter = instructions};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0U, &filter);
}

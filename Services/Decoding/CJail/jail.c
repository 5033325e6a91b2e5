#define _GNU_SOURCE

#include "CJail.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

ssize_t docket_jail_send(int socket, const void *bytes, size_t length, const int *descriptors, size_t count) {
    if (count > DOCKET_JAIL_MAXIMUM_DESCRIPTORS) {
        errno = EINVAL;
        return -1;
    }
    union {
        struct cmsghdr align;
        char space[CMSG_SPACE(sizeof(int) * DOCKET_JAIL_MAXIMUM_DESCRIPTORS)];
    } control;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
    struct msghdr message;
    memset(&message, 0, sizeof message);
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (count > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.space;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * count);
        memcpy(CMSG_DATA(header), descriptors, sizeof(int) * count);
    }
    ssize_t sent;
    do {
        sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent;
}

ssize_t docket_jail_receive(int socket, void *bytes, size_t capacity, int *descriptors, size_t *count) {
    union {
        struct cmsghdr align;
        char space[CMSG_SPACE(sizeof(int) * DOCKET_JAIL_MAXIMUM_DESCRIPTORS)];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    struct msghdr message;
    memset(&message, 0, sizeof message);
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.space;
    message.msg_controllen = sizeof control.space;
    *count = 0;
    ssize_t received;
    do {
        received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    if (received < 0) {
        return -1;
    }
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
            size_t bytes_of_descriptors = header->cmsg_len - CMSG_LEN(0);
            memcpy(descriptors + *count, CMSG_DATA(header), bytes_of_descriptors);
            *count += bytes_of_descriptors / sizeof(int);
        }
    }
    if (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) {
        for (size_t index = 0; index < *count; index++) {
            close(descriptors[index]);
        }
        *count = 0;
        errno = EMSGSIZE;
        return -1;
    }
    return received;
}

int docket_jail_memory_file(const char *name) {
    return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int docket_jail_seal(int descriptor) {
    return fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
}

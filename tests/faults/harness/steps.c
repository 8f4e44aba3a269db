/* Sees every call by which a process changes files below one folder, and stops or fails it at a chosen one.
 *
 * Preloaded into the real program and all its children (LD_PRELOAD); tests/faults/harness/steps.py builds and drives it.
 * A step is such a call: its name (write, rename, fsync ...) and its path. Steps that match a pattern are counted over
 * all processes together, in memory they share. At the chosen one everybody who shares it is killed at one stroke, or
 * the call and all that match after it fail with an error number.
 *
 * EARSHOT_STEPS_UNDER  the folder, resolved; several with ':' between them
 * EARSHOT_STEPS_SHARED a file of sizeof(struct shared) bytes, zeros at first
 * EARSHOT_STEPS_LOG    every step is appended to it: "name<TAB>path<LF>"; may be missing
 * EARSHOT_STEPS_NAME   pattern of the names that are counted (fnmatch, with @(a|b))
 * EARSHOT_STEPS_PATH   pattern of the paths that are counted
 * EARSHOT_STEPS_AT     the number, from 1 up, at which it happens; 0 never
 * EARSHOT_STEPS_HOW    before, half (of a write), after: killed; a number: the call fails with it
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_PROCESSES 256

struct shared {
    atomic_long matched; /* steps that matched so far */
    atomic_long hit;     /* 1 once it happened */
    atomic_long members;
    atomic_long pids[MOST_PROCESSES];
    atomic_long starts[MOST_PROCESSES]; /* when each was started, as the kernel counts */
};

enum how { BEFORE, HALF, AFTER, FAIL };

static struct shared *shared;
static const char *under, *name_pattern, *path_pattern;
static long at;
static enum how how;
static int fault, log_fd = -1;

/* When a process was started; 0 for none. A number may have been given to another process meanwhile. */
static long started(long pid) {
    char path[64], line[1024];
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    int fd = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY);
    if (fd < 0) return 0;
    long size = syscall(SYS_read, fd, line, sizeof line - 1), start = 0;
    syscall(SYS_close, fd);
    line[size > 0 ? size : 0] = 0;
    char *field = strrchr(line, ')'); /* behind the name, which may hold anything, the third field begins */
    for (int number = 2; field && number < 22; number++) field = strchr(field + 1, ' ');
    if (field) start = atol(field);
    return start;
}

/* Called again by a process that was forked from a warm one (harness/warm.py), once it has its environment. */
__attribute__((constructor)) void earshot_steps_begin(void) {
    const char *text;
    const char *shared_name = getenv("EARSHOT_STEPS_SHARED");
    under = getenv("EARSHOT_STEPS_UNDER");
    if (!shared_name || !under) return;
    int fd = syscall(SYS_openat, AT_FDCWD, shared_name, O_RDWR | O_CLOEXEC);
    if (fd < 0) return;
    void *mapped = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    syscall(SYS_close, fd);
    if (mapped == MAP_FAILED) return;
    name_pattern = (text = getenv("EARSHOT_STEPS_NAME")) ? text : "*";
    path_pattern = (text = getenv("EARSHOT_STEPS_PATH")) ? text : "*";
    at = (text = getenv("EARSHOT_STEPS_AT")) ? atol(text) : 0;
    text = getenv("EARSHOT_STEPS_HOW");
    how = !text || !strcmp(text, "before") ? BEFORE : !strcmp(text, "half") ? HALF : !strcmp(text, "after") ? AFTER : FAIL;
    if (how == FAIL) fault = atoi(text);
    text = getenv("EARSHOT_STEPS_LOG");
    if (text) {
        fd = syscall(SYS_openat, AT_FDCWD, text, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
        log_fd = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 500); /* out of the way of what programs close */
        if (fd >= 0) syscall(SYS_close, fd);
    }
    shared = mapped;
    long place = atomic_fetch_add(&shared->members, 1);
    if (place >= MOST_PROCESSES) return;
    atomic_store(&shared->starts[place], started(getpid()));
    atomic_store(&shared->pids[place], getpid());
}

static void kill_everybody(void) {
    long members = atomic_load(&shared->members);
    for (long place = 0; place < members && place < MOST_PROCESSES; place++) {
        long pid = atomic_load(&shared->pids[place]);
        if (pid && pid != getpid() && started(pid) == atomic_load(&shared->starts[place])) kill(pid, SIGKILL);
    }
    for (;;) syscall(SYS_kill, getpid(), SIGKILL);
}

static int is_below(const char *path) {
    for (const char *folder = under; *folder;) {
        size_t length = strcspn(folder, ":");
        if (!strncmp(path, folder, length) && (path[length] == '/' || !path[length])) return 1;
        folder += length + (folder[length] == ':');
    }
    return 0;
}

/* What to do at a step: -1 nothing, else an `enum how`. */
static int step(const char *name, const char *path) {
    if (!shared || !is_below(path)) return -1;
    if (log_fd >= 0) {
        char line[PATH_MAX + 64];
        int size = snprintf(line, sizeof line, "%s\t%s\n", name, path);
        syscall(SYS_write, log_fd, line, size);
    }
    if (!at || fnmatch(name_pattern, name, FNM_EXTMATCH) || fnmatch(path_pattern, path, FNM_EXTMATCH)) return -1;
    long number = atomic_fetch_add(&shared->matched, 1) + 1;
    if (how == FAIL ? number < at : number != at) return -1;
    atomic_store(&shared->hit, 1);
    if (how == BEFORE) kill_everybody();
    return how;
}

static int step_of(const char *name, int fd) {
    char link[64], path[PATH_MAX];
    if (!shared || fd < 0) return -1;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    long size = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    if (size <= 0 || path[0] != '/') return -1;
    path[size] = 0;
    return step(name, path);
}

static int step_at(const char *name, int folder, const char *path) {
    char whole[2 * PATH_MAX], link[64];
    long size = 0;
    if (!shared || !path) return -1;
    if (path[0] == '/') return step(name, path);
    if (folder == AT_FDCWD) {
        if (syscall(SYS_getcwd, whole, PATH_MAX) < 0) return -1;
        size = strlen(whole);
    } else {
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        size = syscall(SYS_readlinkat, AT_FDCWD, link, whole, PATH_MAX - 1);
        if (size <= 0) return -1;
    }
    snprintf(whole + size, sizeof whole - size, "/%s", path);
    return step(name, whole);
}

#define REAL(type, name) ((type)dlsym(RTLD_NEXT, name))
#define STOPPED(what, call)                      \
    do {                                         \
        int what_ = (what);                      \
        if (what_ == FAIL) {                    \
            errno = fault;                       \
            return -1;                           \
        }                                        \
        __auto_type result_ = (call);            \
        if (what_ >= 0) kill_everybody();        \
        return result_;                          \
    } while (0)

ssize_t write(int fd, const void *bytes, size_t size) {
    int what = step_of("write", fd);
    if (what == HALF && size > 1) size /= 2;
    STOPPED(what, syscall(SYS_write, fd, bytes, size));
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    int what = step_of("write", fd);
    if (what == HALF && count > 1) count = 1;
    STOPPED(what, syscall(SYS_writev, fd, parts, count));
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset) {
    int what = step_of("write", fd);
    if (what == HALF && size > 1) size /= 2;
    STOPPED(what, syscall(SYS_pwrite64, fd, bytes, size, offset));
}
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset) { return pwrite64(fd, bytes, size, offset); }

ssize_t copy_file_range(int from, off64_t *in, int to, off64_t *out, size_t size, unsigned flags) {
    int what = step_of("write", to);
    if (what == HALF && size > 1) size /= 2;
    STOPPED(what, syscall(SYS_copy_file_range, from, in, to, out, size, flags));
}

ssize_t sendfile64(int to, int from, off64_t *offset, size_t size) {
    int what = step_of("write", to);
    if (what == HALF && size > 1) size /= 2;
    STOPPED(what, syscall(SYS_sendfile, to, from, offset, size));
}
ssize_t sendfile(int to, int from, off_t *offset, size_t size) { return sendfile64(to, from, offset, size); }

int ftruncate64(int fd, off64_t size) { STOPPED(step_of("truncate", fd), syscall(SYS_ftruncate, fd, size)); }
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int truncate64(const char *path, off64_t size) {
    STOPPED(step_at("truncate", AT_FDCWD, path), syscall(SYS_truncate, path, size));
}
int truncate(const char *path, off_t size) { return truncate64(path, size); }

int posix_fallocate64(int fd, off64_t offset, off64_t size) {
    int what = step_of("allocate", fd);
    if (what == FAIL) return fault;
    int result = REAL(int (*)(int, off64_t, off64_t), "posix_fallocate64")(fd, offset, size);
    if (what >= 0) kill_everybody();
    return result;
}
int posix_fallocate(int fd, off_t offset, off_t size) { return posix_fallocate64(fd, offset, size); }

int fsync(int fd) { STOPPED(step_of("fsync", fd), syscall(SYS_fsync, fd)); }
int fdatasync(int fd) { STOPPED(step_of("fsync", fd), syscall(SYS_fdatasync, fd)); }

int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
    STOPPED(step_at("rename", to, new), syscall(SYS_renameat2, from, old, to, new, flags));
}
int renameat(int from, const char *old, int to, const char *new) { return renameat2(from, old, to, new, 0); }
int rename(const char *old, const char *new) { return renameat2(AT_FDCWD, old, AT_FDCWD, new, 0); }

int linkat(int from, const char *old, int to, const char *new, int flags) {
    STOPPED(step_at("link", to, new), syscall(SYS_linkat, from, old, to, new, flags));
}
int link(const char *old, const char *new) { return linkat(AT_FDCWD, old, AT_FDCWD, new, 0); }

int unlinkat(int folder, const char *path, int flags) {
    STOPPED(step_at("remove", folder, path), syscall(SYS_unlinkat, folder, path, flags));
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int mkdirat(int folder, const char *path, mode_t mode) {
    STOPPED(step_at("mkdir", folder, path), syscall(SYS_mkdirat, folder, path, mode));
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

static int opened(int folder, const char *path, int flags, mode_t mode) {
    int what = -1;
    struct stat found;
    if (shared && path && (flags & (O_CREAT | O_TRUNC))) {
        int is_there = !fstatat(folder, path, &found, 0);
        if (!is_there) what = step_at("create", folder, path);
        else if ((flags & O_TRUNC) && found.st_size) what = step_at("truncate", folder, path);
    }
    STOPPED(what, (int)syscall(SYS_openat, folder, path, flags | O_LARGEFILE, mode));
}

#define WITH_MODE(flags, mode)                   \
    mode_t mode = 0;                             \
    if ((flags) & (O_CREAT | O_TMPFILE)) {       \
        va_list rest;                            \
        va_start(rest, flags);                   \
        mode = va_arg(rest, mode_t);             \
        va_end(rest);                            \
    }

int open(const char *path, int flags, ...) {
    WITH_MODE(flags, mode)
    return opened(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    WITH_MODE(flags, mode)
    return opened(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
    WITH_MODE(flags, mode)
    return opened(folder, path, flags, mode);
}
int openat64(int folder, const char *path, int flags, ...) {
    WITH_MODE(flags, mode)
    return opened(folder, path, flags, mode);
}

/* The C++ library opens its files so. */
static FILE *opened_as_stream(const char *path, const char *mode) {
    int what = -1;
    struct stat found;
    if (shared && path && (mode[0] == 'w' || mode[0] == 'a')) {
        if (stat(path, &found)) what = step_at("create", AT_FDCWD, path);
        else if (mode[0] == 'w' && found.st_size) what = step_at("truncate", AT_FDCWD, path);
    }
    if (what == FAIL) {
        errno = fault;
        return NULL;
    }
    FILE *result = REAL(FILE *(*)(const char *, const char *), "fopen64")(path, mode);
    if (what >= 0) kill_everybody();
    return result;
}
FILE *fopen(const char *path, const char *mode) { return opened_as_stream(path, mode); }
FILE *fopen64(const char *path, const char *mode) { return opened_as_stream(path, mode); }

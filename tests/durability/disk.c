/* Stands between a program and its disk (LD_PRELOAD): writes down what is done to the files below DISK_FOLDER, and lets
 * calls fail. Nothing in the program under test has to know.
 *
 *   DISK_RECORD  a file; one entry per call: kind, two texts, offset, data.
 *   DISK_FAULTS  a file, read anew before each call: lines of "call end-of-name error skip times"; empty, it counts anew.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int record = -1, inside = 0;
static long long calls[64];

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

/* A path below the folder, made short; NULL for everything else. */
static const char *ours(const char *path, char *out) {
  const char *folder = getenv("DISK_FOLDER");
  char whole[PATH_MAX];
  if (!folder || !path) return NULL;
  if (path[0] != '/') {
    if (!getcwd(whole, sizeof whole)) return NULL;
    strncat(whole, "/", sizeof whole - strlen(whole) - 1);
    strncat(whole, path, sizeof whole - strlen(whole) - 1);
    path = whole;
  }
  int number, end = 0;
  if (sscanf(path, "/proc/self/fd/%d%n", &number, &end) == 1 && path[end] == '/') {
    /* A folder that is held open, and a name below it. */
    char link[64], rest[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", number);
    snprintf(rest, sizeof rest, "%s", path + end);
    ssize_t held = readlink(link, whole, sizeof whole - 1);
    if (held <= 0) return NULL;
    snprintf(whole + held, sizeof whole - held, "%s", rest);
    path = whole;
  }
  size_t length = strlen(folder);
  if (strncmp(path, folder, length)) return NULL;
  if (!path[length]) { strcpy(out, "."); return out; }
  if (path[length] != '/') return NULL;
  strcpy(out, path + length + 1);
  char *gone = strstr(out, " (deleted)");
  if (gone) *gone = 0;
  return out;
}

static const char *named(int file, char *out) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return NULL;
  path[length] = 0;
  return ours(path, out);
}

static unsigned long long inode(int file) {
  struct stat found;
  return fstat(file, &found) ? 0 : (unsigned long long)found.st_ino;
}

static void put(const void *data, size_t size) {
  ssize_t (*out)(int, const void *, size_t) = real("write");
  if (out(record, data, size) != (ssize_t)size) abort();
}

static void note(char kind, const char *one, const char *two, uint64_t node, uint64_t offset, const void *data,
                 uint32_t size) {
  const char *path = getenv("DISK_RECORD");
  if (!path) return;
  if (record < 0) {
    int (*open_)(const char *, int, ...) = real("open");
    record = open_(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (record < 0) abort();
  }
  uint32_t first = strlen(one), second = two ? strlen(two) : 0;
  put(&kind, 1); put(&first, 4); put(one, first); put(&second, 4); put(two ? two : "", second);
  put(&node, 8); put(&offset, 8); put(&size, 4); put(data ? data : "", size);
}

/* The error that this call shall have, or 0. */
static int fault(const char *call, const char *name) {
  const char *path = getenv("DISK_FAULTS");
  if (!path || inside) return 0;
  inside = 1;
  FILE *file = fopen(path, "re");
  int found = 0, line = 0, error, skip, times;
  char which[32], end[64];
  while (file && !found && line < 64 && fscanf(file, "%31s %63s %d %d %d", which, end, &error, &skip, &times) == 5) {
    size_t long_ = strlen(name), short_ = strlen(end);
    if (!strcmp(which, call) && long_ >= short_ && !strcmp(name + long_ - short_, end)) {
      long long number = calls[line]++;
      if (number >= skip && number < (long long)skip + times) found = error;
    }
    line++;
  }
  if (file) fclose(file);
  if (!line) memset(calls, 0, sizeof calls);
  inside = 0;
  return found;
}

#define FAIL(call, name) do { int found_ = fault(call, name); if (found_) { errno = found_; return -1; } } while (0)

static ssize_t written(const char *call, ssize_t (*out)(int, const void *, size_t, off_t), int file, const void *data,
                       size_t size, off_t at) {
  char name[PATH_MAX];
  if (!named(file, name)) return out(file, data, size, at);
  FAIL(call, name);
  ssize_t done = out(file, data, size, at);
  if (done > 0) note('w', name, NULL, inode(file), at, data, done);
  return done;
}

ssize_t pwrite64(int file, const void *data, size_t size, off_t at) {
  return written("write", real("pwrite64"), file, data, size, at);
}
ssize_t pwrite(int file, const void *data, size_t size, off_t at) {
  return written("write", real("pwrite"), file, data, size, at);
}
ssize_t write(int file, const void *data, size_t size) {
  ssize_t (*out)(int, const void *, size_t) = real("write");
  char name[PATH_MAX];
  if (!named(file, name)) return out(file, data, size);
  FAIL("write", name);
  off_t at = lseek(file, 0, SEEK_CUR);
  ssize_t done = out(file, data, size);
  if (done > 0) note('w', name, NULL, inode(file), at, data, done);
  return done;
}

static int synced(const char *call, int file) {
  int (*sync_)(int) = real(call);
  char name[PATH_MAX];
  if (!named(file, name)) return sync_(file);
  FAIL("sync", name);
  int done = sync_(file);
  struct stat found;
  if (!done) note(!fstat(file, &found) && S_ISDIR(found.st_mode) ? 'D' : 's', name, NULL, inode(file), 0, NULL, 0);
  return done;
}
int fsync(int file) { return synced("fsync", file); }
int fdatasync(int file) { return synced("fdatasync", file); }

static int cut(int (*out)(int, off_t), int file, off_t size) {
  char name[PATH_MAX];
  if (!named(file, name)) return out(file, size);
  FAIL("truncate", name);
  int done = out(file, size);
  if (!done) note('t', name, NULL, inode(file), size, NULL, 0);
  return done;
}
int ftruncate(int file, off_t size) { return cut(real("ftruncate"), file, size); }
int ftruncate64(int file, off_t size) { return cut(real("ftruncate64"), file, size); }

int rename(const char *from, const char *to) {
  int (*move)(const char *, const char *) = real("rename");
  char one[PATH_MAX], two[PATH_MAX];
  const char *a = ours(from, one), *b = ours(to, two);
  if (a) FAIL("rename", a);
  int done = move(from, to);
  if (!done && a && b) note('r', a, b, 0, 0, NULL, 0);
  return done;
}
int unlink(const char *path) {
  int (*remove_)(const char *) = real("unlink");
  char name[PATH_MAX];
  const char *a = ours(path, name);
  int done = remove_(path);
  if (!done && a) note('d', a, NULL, 0, 0, NULL, 0);
  return done;
}

static int opened(const char *call, const char *path, int flags, mode_t mode) {
  int (*open_)(const char *, int, ...) = real(call);
  char name[PATH_MAX];
  const char *a = ours(path, name);
  if (a && (flags & (O_CREAT | O_WRONLY | O_RDWR))) FAIL("open", a);
  struct stat before;
  int there = a && !stat(path, &before);
  int file = open_(path, flags, mode);
  if (file >= 0 && a && (flags & O_CREAT) && !there) note('c', a, NULL, inode(file), 0, NULL, 0);
  if (file >= 0 && a && (flags & O_TRUNC) && there) note('t', a, NULL, inode(file), 0, NULL, 0);
  return file;
}
int open(const char *path, int flags, ...) {
  va_list more; va_start(more, flags); mode_t mode = va_arg(more, mode_t); va_end(more);
  return opened("open", path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  va_list more; va_start(more, flags); mode_t mode = va_arg(more, mode_t); va_end(more);
  return opened("open64", path, flags, mode);
}

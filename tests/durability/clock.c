/* Stands between a program and the clock on the wall (LD_PRELOAD): CLOCK_SHIFT names a file with the seconds by which
 * it is wrong, read anew each time. What counts from the start of the machine is right. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long shift(void) {
  long found = 0;
  const char *name = getenv("CLOCK_SHIFT");
  FILE *file = name ? fopen(name, "r") : NULL;
  if (file) {
    if (fscanf(file, "%ld", &found) != 1) found = 0;
    fclose(file);
  }
  return found;
}

int clock_gettime(clockid_t which, struct timespec *now) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int done = real(which, now);
  if (!done && which == CLOCK_REALTIME) now->tv_sec += shift();
  return done;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}

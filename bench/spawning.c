/* What any way of running commands is measured against: posix_spawn and wait, nothing else.
   spawning one N         prints the nanoseconds of each of N runs of /bin/true
   spawning crowd AT N    prints how many of N runs a second, AT of them at once */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;
static char *command[] = {"/bin/true", NULL};
static posix_spawn_file_actions_t silent;

static long long now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec * 1000000000LL + at.tv_nsec;
}

static void start(void) {
    pid_t pid;
    if (posix_spawn(&pid, command[0], &silent, NULL, command, environ)) exit(2);
}

static void one(int runs) {
    while (runs-- > 0) {
        long long began = now();
        start();
        if (wait(NULL) < 0) exit(3);
        printf("%lld\n", now() - began);
    }
}

static void crowd(int at_once, int runs) {
    long long began = now();
    int started = 0;
    for (int ended = 0; ended < runs; ended++) {
        while (started < runs && started - ended < at_once) {
            start();
            started++;
        }
        if (wait(NULL) < 0) exit(3);
    }
    printf("%f\n", runs * 1e9 / (now() - began));
}

int main(int count, char **words) {
    posix_spawn_file_actions_init(&silent);
    posix_spawn_file_actions_addopen(&silent, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&silent, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&silent, 2, "/dev/null", O_WRONLY, 0);
    if (count == 3 && !strcmp(words[1], "one")) one(atoi(words[2]));
    else if (count == 4 && !strcmp(words[1], "crowd")) crowd(atoi(words[2]), atoi(words[3]));
    else return 1;
    return 0;
}

/*
 * The baseline: the two commands of a lock's cycle in C on hiredis, blocking, as its users write them.
 *
 *     hiredis PORT|SOCKET KEY TTL_MS SCRIPT    answers each line "run N" with the nanoseconds of N cycles
 *     hiredis --version
 *
 * It connects once (hiredis sets TCP_NODELAY itself) and between two "run" lines makes no system call but the
 * ones of a cycle: getrandom, and a write and a read for each command.
 */
#include <hiredis/hiredis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#define TOKEN_BYTES 16
#define TOKEN_LENGTH (2 * TOKEN_BYTES)

static redisContext *server;
static char sha[41];

static void fail(const char *what, const redisReply *reply)
{
    fprintf(stderr, "hiredis: %s: %s\n", what,
            server && server->err ? server->errstr : reply && reply->str ? reply->str : "unexpected reply");
    exit(1);
}

static void draw_token(char *token)
{
    static const char digits[] = "0123456789abcdef";
    unsigned char bytes[TOKEN_BYTES];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) fail("getrandom", NULL);
    for (int i = 0; i < TOKEN_BYTES; i++) {
        token[2 * i] = digits[bytes[i] >> 4];
        token[2 * i + 1] = digits[bytes[i] & 15];
    }
}

static void cycle(const char *key, size_t key_length, int ttl_ms)
{
    char token[TOKEN_LENGTH];
    draw_token(token);

    redisReply *reply = redisCommand(server, "SET %b %b NX PX %d",
                                     key, key_length, token, (size_t)TOKEN_LENGTH, ttl_ms);
    if (!reply || reply->type != REDIS_REPLY_STATUS || strcmp(reply->str, "OK")) fail("not acquired", reply);
    freeReplyObject(reply);

    reply = redisCommand(server, "EVALSHA %s 1 %b %b", sha, key, key_length, token, (size_t)TOKEN_LENGTH);
    if (!reply || reply->type != REDIS_REPLY_INTEGER || reply->integer != 1) fail("not released", reply);
    freeReplyObject(reply);
}

static long long monotonic_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "--version")) {
        printf("%d.%d.%d\n", HIREDIS_MAJOR, HIREDIS_MINOR, HIREDIS_PATCH);
        return 0;
    }
    if (argc != 5) {
        fprintf(stderr, "usage: %s PORT|SOCKET KEY TTL_MS SCRIPT\n", argv[0]);
        return 2;
    }
    const char *address = argv[1], *key = argv[2], *script = argv[4];
    const size_t key_length = strlen(key);
    const int ttl_ms = atoi(argv[3]);

    server = address[0] == '/' ? redisConnectUnix(address) : redisConnect("127.0.0.1", atoi(address));
    if (!server || server->err) fail("connect", NULL);
    redisReply *loaded = redisCommand(server, "SCRIPT LOAD %s", script);
    if (!loaded || loaded->type != REDIS_REPLY_STRING || loaded->len != 40) fail("script load", loaded);
    strcpy(sha, loaded->str);
    freeReplyObject(loaded);

    char line[64];
    long cycles;
    while (fgets(line, sizeof line, stdin) && sscanf(line, "run %ld", &cycles) == 1) {
        const long long start = monotonic_ns();
        for (long i = 0; i < cycles; i++) cycle(key, key_length, ttl_ms);
        printf("%lld\n", monotonic_ns() - start);
        fflush(stdout);
    }
    redisFree(server);
    return 0;
}

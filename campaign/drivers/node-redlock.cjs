// The driver of Redlock for Node.js, which speaks the lines of driven.php.
'use strict';

const { createInterface } = require('node:readline');
const { createRequire } = require('node:module');

const library = createRequire(process.env.REDISLOCK_LIBRARY + '/');
const Redis = library('ioredis');
const { default: Redlock, ExecutionError } = library('redlock');

const server = new URL(process.argv[2]);
const client = new Redis({ host: server.hostname, port: server.port, commandTimeout: 3000, maxRetriesPerRequest: 1 });
client.on('error', () => {}); // each call has its own
const RETRY_DELAY = 50;
const redlock = new Redlock([client], { driftFactor: 0.01, retryDelay: RETRY_DELAY, retryJitter: 10 });
redlock.on('error', () => {});
let lock = null;

// Redlock says with one error that the lock is another's, and that the server could not be asked.
async function isOtherOwners(error) {
  if (!(error instanceof ExecutionError)) {
    return false;
  }
  const attempts = await Promise.all(error.attempts);
  const errors = attempts.flatMap((attempt) => [...attempt.votesAgainst.values()]);
  return errors.length > 0 && errors.every((each) => each.name === 'ResourceLockedError');
}

const calls = {
  async acquire(key, ttl, wait) {
    lock = null;
    try {
      lock = await redlock.acquire([key], Number(ttl), { retryCount: Math.floor(Number(wait) / RETRY_DELAY) });
    } catch (error) {
      if (await isOtherOwners(error)) {
        return 'denied';
      }
      throw error;
    }
    return 'acquired ' + lock.value;
  },
  async refresh(ttl) {
    if (lock === null) {
      return 'gone';
    }
    try {
      lock = await lock.extend(Number(ttl));
    } catch (error) {
      if (error.message.includes('already-expired') || (await isOtherOwners(error))) {
        return 'gone';
      }
      throw error;
    }
    return 'refreshed';
  },
  async release() {
    if (lock === null) {
      return 'gone';
    }
    const released = lock;
    lock = null;
    try {
      await released.release();
    } catch (error) {
      if (await isOtherOwners(error)) {
        return 'gone';
      }
      throw error;
    }
    return 'released';
  },
};

(async () => {
  for await (const line of createInterface({ input: process.stdin })) {
    const [name, ...words] = line.split(' ');
    let answer;
    try {
      answer = await calls[name](...words);
    } catch (error) {
      answer = 'failed ' + error.message.replaceAll('\n', ' ');
    }
    process.stdout.write(answer + '\n');
  }
  process.exit();
})();

/** For connections to PostgreSQL: one whose other end is gone ends within a minute, not after the two hours that Linux takes by itself. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

import type { Engine, Queries } from '#platform/database/database.ts'
import { metricsStore } from '../metrics.store.ts'

/** Names an answer that is in blob storage: its number. It leaves again after the days that all answers of sources have. */
export const keepAnswer = (tx: Queries, engine: Engine, hash: string, now: number): Promise<number> =>
  metricsStore(tx, engine).keepRaw(hash, now)

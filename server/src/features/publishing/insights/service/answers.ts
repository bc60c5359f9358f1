/**
 * The answers of the service behind a row, as they came: kept as those of other sources are, under their hash and for as long
 * (`raw_responses`), and found again by the hash of the row.
 */
import { keepAnswer } from '#features/analytics/index.ts'
import type { Engine, Queries } from '#platform/database/database.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'

export type KeepAnswers = ReturnType<typeof keepingAnswers>

/** Puts them away first; what it returns names them in the transaction of the row. */
export const keepingAnswers =
  ({ blobs, engine }: { blobs: Pick<BlobStorage, 'put'>; engine: Engine }) =>
  async (raws: readonly string[]): Promise<(tx: Queries, now: number) => Promise<number | null>> => {
    if (raws.length === 0) return async () => null
    // One answer stands for itself, several are a list.
    const text = raws.length === 1 ? (raws[0] ?? '') : `[${raws.join(',')}]`
    const hash = await blobs.put(Buffer.from(text), { compress: true })
    return (tx, now) => keepAnswer(tx, engine, hash, now)
  }

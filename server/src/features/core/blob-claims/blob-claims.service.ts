/**
 * Blobs that no row names are removed. A writer claims the name of its blob for a day first, and the row that names it comes
 * later, or never: the upload was refused, or its process was killed. When a claim has run out, the sweep looks. Blobs are
 * shared by what they are, so a removal and a new copy of the same bytes take turns over the claim (docs/decisions/0034).
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Queries } from '#platform/database/database.ts'
import { Failure } from '#platform/errors.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import { blobClaimsStore } from './blob-claims.store.ts'

interface Parts {
  database: Database
  clock: Clock
  blobs: BlobStorage
}

/** Longer than any upload or render lasts. */
const CLAIM_MS = 24 * 60 * 60_000
/** Longer than a storage takes to remove a blob, with all its tries. */
const REMOVAL_MS = 10 * 60_000
const LOOK_EVERY_MS = 50
const LOOKS_MAX = 200
const AT_ONCE = 100
/** What no claim knows of is left by earlier versions, or by people: it had a week to be missed. */
const STRAY_MS = 7 * 24 * 60 * 60_000
const STRAYS_EVERY_MS = 24 * 60 * 60_000

/** The storage, for everything that a row will name: puts are claimed. */
export function claimedBlobs({ database, clock, blobs }: Parts): BlobStorage {
  async function claim(hash: string): Promise<void> {
    for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
      const now = clock.now()
      if (await database.transaction((tx) => blobClaimsStore(tx).claim(hash, now + CLAIM_MS, now))) return
      // The sweep is removing a blob of this name: that takes moments.
      await pause(LOOK_EVERY_MS)
    }
    throw new Failure(
      503,
      'storage_busy',
      'The storage is being cleaned up. Try again in a minute.',
      {},
      { 'retry-after': '60' },
    )
  }
  return {
    ...blobs,
    async put(bytes, options) {
      await claim(createHash('sha256').update(bytes).digest('hex'))
      return blobs.put(bytes, options)
    },
    async putFile(path) {
      await claim(await hashOf(path))
      return blobs.putFile(path)
    },
  }
}

/** Rows that named these blobs are gone. Belongs into the transaction that removed them. */
export const releaseBlobs = (tx: Queries, hashes: readonly string[], now: number): Promise<void> =>
  blobClaimsStore(tx).release(hashes, now)

/** Before the rows of a company go. */
export async function releaseBlobsOf(tx: Queries, companyId: number, now: number): Promise<void> {
  await blobClaimsStore(tx).releaseCompany(companyId, now)
}

/**
 * As `releaseBlobs`, for rows whose blobs must go with the next sweep, though they were put less than a day ago, together with
 * the copies that were made of them.
 */
export async function expireBlobs(tx: Queries, hashes: readonly string[], now: number): Promise<void> {
  const store = blobClaimsStore(tx)
  const named = await store.findNamed(hashes)
  const unnamed = hashes.filter((hash) => !named.has(hash))
  const copies = await Promise.all(unnamed.map((hash) => store.forgetVariants(hash)))
  await store.expire([...new Set([...unnamed, ...copies.flat()])], now + CLAIM_MS, now)
}

export function blobSweep({ database, clock, blobs }: Parts) {
  const store = blobClaimsStore(database.queries)
  let straysAt = Number.NEGATIVE_INFINITY

  async function removeUnlessNamed(claim: { hash: string; until: number }): Promise<void> {
    const leaseUntil = clock.now() + REMOVAL_MS
    if (!(await database.transaction((tx) => blobClaimsStore(tx).beginRemoval(claim, leaseUntil)))) return
    const { hash } = claim
    // A row may have come just before: a writer of the same blob waits from now on.
    if (!(await store.findNamed([hash])).has(hash)) {
      await database.transaction(async (tx) => {
        const inside = blobClaimsStore(tx)
        await inside.release(await inside.forgetVariants(hash), clock.now())
      })
      await blobs.remove(hash)
    }
    await database.transaction((tx) => blobClaimsStore(tx).forget({ hash, until: leaseUntil }))
  }

  async function sweepClaims(): Promise<void> {
    for (;;) {
      const claims = await store.findExpired(clock.now(), AT_ONCE)
      const named = await store.findNamed(claims.map(({ hash }) => hash))
      await database.transaction(async (tx) => {
        for (const claim of claims)
          if (claim.is_removing === 0 && named.has(claim.hash)) await blobClaimsStore(tx).forget(claim)
      })
      for (const claim of claims) if (claim.is_removing === 1 || !named.has(claim.hash)) await removeUnlessNamed(claim)
      if (claims.length < AT_ONCE) return
    }
  }

  /** Blobs that stand in no claim and no row get a claim that has run out. */
  async function findStrays(): Promise<void> {
    if (!blobs.listStoredBefore || clock.now() - straysAt < STRAYS_EVERY_MS) return
    straysAt = clock.now()
    for await (const page of blobs.listStoredBefore(clock.now() - STRAY_MS))
      for (let at = 0; at < page.length; at += AT_ONCE) {
        const some = page.slice(at, at + AT_ONCE)
        const named = await store.findNamed(some)
        const strays = some.filter((hash) => !named.has(hash))
        if (strays.length > 0) await database.transaction((tx) => releaseBlobs(tx, strays, clock.now()))
      }
  }

  return {
    /** Removes blobs whose claims have run out and that nothing names. Safe to repeat. */
    sweepClaims,

    /** Removes what nothing names any more. Safe to repeat, and from several processes at once. */
    async purge(): Promise<void> {
      await findStrays()
      await sweepClaims()
    },
  }
}

async function hashOf(path: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) sum.update(chunk)
  return sum.digest('hex')
}

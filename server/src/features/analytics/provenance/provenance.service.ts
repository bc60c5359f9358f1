/** Where the latest figures of an account come from, and what they were made from (D38). */
import type { Provenance } from '@tangelo/contract'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import { asMetrics } from '../accounts/accounts.rules.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import { WEEK_MS } from '../metrics/metrics.rules.ts'
import { provenanceStore, type SnapshotWithInputs } from './provenance.store.ts'

export type ProvenanceService = ReturnType<typeof provenanceService>

export function provenanceService({
  database,
  accounts,
  blobs,
}: {
  database: Database
  accounts: AccountsService
  blobs: BlobStorage
}) {
  const store = provenanceStore(database.queries)
  return {
    async read(viewer: Viewer, accountId: number): Promise<Provenance> {
      const account = await accounts.visibleTo(viewer, accountId)
      const latest = await store.lastAt(account, Number.MAX_SAFE_INTEGER)
      if (!latest) return { latest: null, base: null, countsBrokenAt: null, engagementBrokenAt: null, posts: [] }
      const base = await store.lastAt(account, latest.capturedAt - WEEK_MS)
      const profileCapturedAt = await store.profileCapturedAt(account.id)
      const { countsBrokenAt, engagementBrokenAt } = asMetrics(account)
      const cameWithPosts = latest.likesKnown !== null && profileCapturedAt === latest.capturedAt
      return {
        latest: {
          ...figuresOf(latest),
          recordedAt: momentToText(latest.recordedAt),
          engagement: inputsOf(latest),
          rawHash: latest.rawHash && asHex(latest.rawHash),
          hasRaw: latest.rawKeptSince !== null,
        },
        base: base ? figuresOf(base) : null,
        countsBrokenAt,
        engagementBrokenAt,
        posts: cameWithPosts ? JSON.parse(await accounts.posts(viewer, accountId)) : [],
      }
    },

    /** Throws `not_found` when the figures came without an answer, or its thirty days are over. */
    async raw(viewer: Viewer, accountId: number): Promise<unknown> {
      const account = await accounts.visibleTo(viewer, accountId)
      const latest = await store.lastAt(account, Number.MAX_SAFE_INTEGER)
      const bytes = latest?.rawHash ? await blobs.get(asHex(latest.rawHash)) : null
      if (!bytes) throw notFound('Answer of the source')
      return JSON.parse(Buffer.from(bytes).toString('utf8'))
    },
  }
}

const asHex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex')

const figuresOf = (snapshot: SnapshotWithInputs) => ({
  capturedAt: momentToText(snapshot.capturedAt),
  source: snapshot.source,
  followers: snapshot.followers,
  following: snapshot.following,
  posts: snapshot.posts,
  engagementRate: snapshot.engagementRate,
})

function inputsOf({ likesSum, likesKnown, commentsSum, commentsKnown }: SnapshotWithInputs) {
  if (likesSum === null || likesKnown === null || commentsSum === null || commentsKnown === null) return null
  return { likesSum, likesKnown, commentsSum, commentsKnown }
}

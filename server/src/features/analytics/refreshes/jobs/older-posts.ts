/**
 * Pages back through the posts of profiles that a source has read for the first time: up to 200 posts or twelve months. Uses
 * spare quota only, and nothing while a daily reading is due. Each page is stored in one transaction with the place where
 * the next begins, so a process may end anywhere. Such posts have the figures of now, and none at an age.
 */
import type { ProviderQuotasService } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { Clock } from '#ports/clock.ts'
import { type InstagramSource, type PostPageOutcome, type ReadPostPage, SourceFailure } from '#ports/instagram.ts'
import type { SourceConnection } from '#ports/instagram-connection.ts'
import type { Handler, RunningJob, Schedule } from '#ports/queue.ts'
import { storePeriodsAgain } from '../../metrics/service/periods.ts'
import { storeMonths } from '../../months/months.service.ts'
import { storePosts } from '../../posts/service/store-posts.ts'
import type { SourceConnectionsService } from '../../source-connections/source-connections.service.ts'
import { nextOlderPosts } from '../refreshes.rules.ts'
import type { ProfileConnection } from '../service/profile-connections.ts'
import type { ProfileSyncService } from '../service/profiles.ts'
import { BEGUN_AGAIN, olderPostsStore, type PagedProfile } from '../store/older-posts.ts'
import { profilesStore } from '../store/profiles.ts'

const OLDER_POSTS = 'older-posts'
const LOOK_EVERY_MS = 60_000
/** A slot further ahead is left to the next look. */
const WAIT_MAX_MS = 2_000

export interface OlderPostsTools {
  database: Database
  clock: Clock
  log: Log
  profiles: ProfileSyncService
  quotas: ProviderQuotasService
  connections: Pick<SourceConnectionsService, 'isOpen' | 'canPage'>
}

type PagingConnection = SourceConnection & { source: InstagramSource & { readPosts: ReadPostPage } }

/** None where no source can page, of the settings or added. */
export function olderPostsJobs(tools: OlderPostsTools): { handlers: Handler[]; schedules: Schedule[] } {
  if (!tools.connections.canPage) return { handlers: [], schedules: [] }
  const handler: Handler = {
    kind: OLDER_POSTS,
    concurrency: 1,
    attempts: Number.POSITIVE_INFINITY,
    run: async ([job]) => {
      for (const { connections } of await tools.profiles.sources())
        for (const connection of connections) if (job && canPage(connection)) await pageBack(job, connection, tools)
      return undefined
    },
  }
  return { handlers: [handler], schedules: [{ kind: OLDER_POSTS, everyMs: LOOK_EVERY_MS }] }
}

const canPage = (connection: ProfileConnection): connection is PagingConnection =>
  connection.source.name !== 'own' && connection.source.readPosts !== null

async function pageBack(job: RunningJob, connection: PagingConnection, tools: OlderPostsTools): Promise<void> {
  const { clock, profiles, quotas, connections } = tools
  const { source } = connection
  const store = olderPostsStore(tools.database.queries)
  const total = await store.count(source.name)
  for (;;) {
    const profile = await store.next(source.name)
    if (!profile || (await profiles.isAnyDue(source.name, clock.now()))) return
    job.signal.throwIfAborted()
    const slot = await quotas.takeSpare(connection)
    if (!slot || slot.at > clock.now() + WAIT_MAX_MS) return
    await quotas.waitUntil(slot.at, job.signal)
    if (!slot.isTaken) continue
    if (!(await connections.isOpen(connection))) return
    if (!(await readPage(profile, connection, tools, job.signal))) return
    await job.progress(1 - (await store.count(source.name)) / total)
  }
}

/** False where the source as a whole failed: it is left alone, and the place is kept. */
async function readPage(
  profile: PagedProfile,
  { name, source }: PagingConnection,
  { database, clock, log, quotas }: OlderPostsTools,
  signal: AbortSignal,
): Promise<boolean> {
  const store = olderPostsStore(database.queries)
  try {
    const { outcome, use } = await source.readPosts(profile.username_key, profile.older_posts_cursor, signal)
    await quotas.noteSuccess(name, use)
    await storePage(profile, outcome, { database, clock })
    return true
  } catch (error) {
    if (!(error instanceof SourceFailure) || signal.aborted) throw error
    // A page that the source cannot show says nothing about the readings of the day: only a limit or a refusal does.
    if (error.kind !== 'unavailable') await quotas.noteFailure(name, error)
    await store.interrupt(profile, error.message)
    log.info({ username: profile.username_key, reason: error.message }, 'older posts have to wait')
    return false
  }
}

const storePage = (
  profile: PagedProfile,
  { page, failure }: PostPageOutcome,
  { database, clock }: Pick<OlderPostsTools, 'database' | 'clock'>,
): Promise<void> =>
  database.transaction(async (tx) => {
    const store = olderPostsStore(tx)
    const now = clock.now()
    // Places expire while spare quota is short: what is read twice changes nothing, and a second time it ends.
    const mayBeginAgain = profile.older_posts_cursor !== null && profile.older_posts_reason !== BEGUN_AGAIN
    if (failure && mayBeginAgain) return void (await store.beginAgain(profile))
    if (failure) return void (await store.end(profile, now, failure.message))
    const { posts, cursor, ending } = nextOlderPosts(page, profile.older_posts, now)
    const accounts = await profilesStore(tx).accountsNamed(profile.username_key, database.engine)
    if (!(await store.move(profile, { cursor, posts: profile.older_posts + posts.length }))) return
    if (ending !== null) await store.end(profile, now, ending)
    for (const account of accounts) {
      await storePosts(tx, database.engine, account, [{ readAt: now, rawId: null, posts, areLatest: false }])
      await storeMonths(tx, database.engine, account, null)
      await storePeriodsAgain(tx, database.engine, account)
    }
  })

/**
 * `npm run trials -- publishing [--posts N] [--batch N] [--accounts N] [--seed N]`: posts go out while the server is killed (SIGKILL)
 * at each of nine steps of one of them, in random order. At the end no post is live twice, none is lost without a word, and those
 * of which it cannot be known are few and reported. On PostgreSQL, when DATABASE_URL names an empty database, two nodes share the
 * work, and each is killed.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { publishingStandIn, s3StandIn } from '@tangelo/stand-ins'
import { openDatabase } from '#platform/database/database.ts'
import { killingProxy, type Moment } from '../killing-proxy.ts'
import { randomFrom } from '../random-from.ts'
import { type RunningServer, type Settings, startServer } from '../server-process.ts'
import { anySeed, Broken, expectNoViolations, PASSWORD, type TrialOptions, trialOptions, trialPlace } from '../trial.ts'
import { blobsOf, settingsOfNodes } from './lib/publishing-nodes.ts'
import { makePosts, type Post, prepare } from './lib/publishing-posts.ts'
import { type Verdict, verify } from './lib/publishing-verdict.ts'

const LOOK_EVERY_MS = 200
/** A moment that does not come: the posts of the batch went past it while the server started. */
const MOMENT_WITHIN_MS = 20_000

const graph = (rest: string) => new RegExp(`graph\\.facebook\\.com/v[\\d.]+/${rest}`)
/** Where a server is killed: what it had stored by then differs from step to step. */
const KILLED_AT: readonly { step: string; moment: Moment | null }[] = [
  { step: 'planned', moment: null },
  {
    step: 'checked, before the container is made',
    moment: { path: graph('\\d+/media$'), method: 'POST', when: 'before' },
  },
  { step: 'container made, its id unknown', moment: { path: graph('\\d+/media$'), method: 'POST', when: 'after' } },
  { step: 'container stored', moment: { path: graph('\\d+\\?.*status_code'), method: 'GET', when: 'before' } },
  { step: 'uploading', moment: { path: /rupload\.facebook\.com/, method: 'POST', when: 'amid' } },
  { step: 'ready', moment: { path: graph('\\d+/content_publishing_limit'), method: 'GET', when: 'before' } },
  { step: 'order on its way', moment: { path: graph('\\d+/media_publish'), method: 'POST', when: 'before' } },
  { step: 'live, its answer unread', moment: { path: graph('\\d+/media_publish'), method: 'POST', when: 'after' } },
  {
    step: 'published, its address unread',
    moment: { path: graph('\\d+\\?.*permalink'), method: 'GET', when: 'before' },
  },
]

export interface PublishingReport extends Verdict {
  posts: number
  kills: number
  killsAt: Readonly<Record<string, number>>
}

export async function publishingTrial({
  posts,
  batch,
  accounts,
  seed,
  databaseUrl = '',
  say = () => {},
}: TrialOptions & { posts: number; batch: number; accounts: number }): Promise<PublishingReport> {
  const place = trialPlace(databaseUrl)
  const names = Array.from({ length: accounts }, (_, at) => `kitchen.${at}`)
  const stand = await publishingStandIn({
    accounts: names.map((username) => ({ username, posts: 12 })),
    processingMs: 200,
  }).start()
  const proxy = await killingProxy(stand.url)
  const bucket = databaseUrl ? await s3StandIn().start() : null
  const key = randomBytes(32)
  const settings = await settingsOfNodes({ place, proxy, stand, bucket, key })
  const chance = randomFrom(seed)
  const killsAt: Record<string, number> = {}
  const servers: RunningServer[] = []
  try {
    await prepare(place.store, names)
    for (const own of settings) servers.push(await startServer(own))
    const token = await (servers[0] as RunningServer).signIn('admin', PASSWORD)
    const database = openDatabase(place.store)
    let made: Post[]
    try {
      made = await makePosts({
        database,
        stand,
        key,
        names,
        posts,
        blobs: blobsOf(place, bucket),
        server: servers[0] as RunningServer,
        token,
      })
    } finally {
      await database.close()
    }
    let kills = 0
    const queue = async (post: Post) => {
      // A server that was killed before it answered may have queued it: then it is there already.
      for (;;) {
        try {
          const res = await (servers[0] as RunningServer).ask('POST', '/api/publications', {
            token,
            body: { itemId: post.itemId, accountId: post.accountId },
          })
          if (res.status === 201 || res.status === 409) return
          throw new Broken(`A post was not queued: ${res.status} ${await res.text()}`)
        } catch (error) {
          if (error instanceof Broken) throw error
          await pause(LOOK_EVERY_MS)
        }
      }
    }
    for (let from = 0, round = 0; from < made.length; from += batch, round += 1) {
      const { step, moment } = KILLED_AT[round % KILLED_AT.length] ?? { step: 'planned', moment: null }
      const rise = async () => {
        // Whichever node makes the call: with two of them both end, one after the other.
        const at = round % settings.length
        await (servers[at] as RunningServer).end('SIGKILL')
        servers[at] = await startServer(settings[at] as Settings)
      }
      const killAll = async () => {
        await Promise.all(servers.map((server) => server.end('SIGKILL')))
        await Promise.all(
          settings.map(async (own, at) => {
            servers[at] = await startServer(own)
          }),
        )
      }
      const armed = moment ? proxy.arm(moment, () => Promise.all(servers.map((server) => server.end('SIGKILL')))) : null
      const own = made.slice(from, from + batch)
      const queueing = Promise.all(own.map(queue))
      if (armed) {
        const isKilled = await Promise.race([armed.done.then(() => true), pause(MOMENT_WITHIN_MS, false)])
        armed.disarm()
        if (isKilled) {
          kills += 1
          killsAt[step] = (killsAt[step] ?? 0) + 1
          await killAll()
        }
      } else {
        await pause(Math.round(chance() * 120))
        await rise()
        kills += 1
        killsAt[step] = (killsAt[step] ?? 0) + 1
      }
      await queueing
      say(`${Math.min(from + batch, made.length)} posts queued, killed at: ${step}`)
    }
    const report = await verify({ server: servers[0] as RunningServer, token, stand, made, say })
    expectNoViolations(stand.violations)
    return { posts: made.length, kills, killsAt, ...report }
  } finally {
    await Promise.all(servers.map((server) => server.end('SIGKILL')))
    await proxy.end()
    await bucket?.end()
    await stand.end()
    place.remove()
  }
}

if (import.meta.main) {
  // Each step twice: a job whose process ends under it twenty times is given up by the queue.
  const options = trialOptions({ posts: 1_000, batch: 56, accounts: 20, seed: anySeed() })
  const { posts, kills, killsAt, duplicates, lost, unclear } = await publishingTrial(options)
  const { say } = options
  for (const [step, count] of Object.entries(killsAt)) say(`killed ${count} times: ${step}`)
  say(`${posts} posts, ${kills} kills: ${duplicates} live twice, ${lost} lost, ${unclear} unclear and reported`)
}

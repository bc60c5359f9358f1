/**
 * `npm run trials -- content-crash [--rounds N] [--seed N]`: the server is killed (SIGKILL) in the middle of 500 changes of
 * drafts, again and again on the same data. After each kill every acknowledged change must be there, once, with its
 * history, and the counts must be those of the items. On PostgreSQL when DATABASE_URL names an empty database.
 */
import type { ContentChange, ContentCounts, ContentItem } from '@tangelo/contract'
import { randomFrom } from '../random-from.ts'
import { type RunningServer, startServer } from '../server-process.ts'
import {
  anySeed,
  Broken,
  expectSame,
  listAll,
  PASSWORD,
  requireJson,
  type TrialOptions,
  trialOptions,
  trialPlace,
  unlessKilled,
} from '../trial.ts'

const WRITERS = 5
const WRITES = 500
const STATUSES = ['Draft', 'Approved', 'Delete']

/** By writer: the item that is its own, and the last change that was acknowledged and that was sent. */
interface Own {
  id: string
  acknowledged: number
  sent: number
}

interface Ledger {
  own: Own[]
  /** Ids of drafts that were answered with 201. */
  made: Set<string>
}

export interface ContentCrashReport {
  kills: number
  /** Acknowledged, of those before the kills. */
  writes: number
}

export async function contentCrashTrial({
  rounds,
  seed,
  databaseUrl = '',
  say = () => {},
}: TrialOptions & {
  rounds: number
}): Promise<ContentCrashReport> {
  const place = trialPlace(databaseUrl)
  const chance = randomFrom(seed)
  const ledger: Ledger = { own: [], made: new Set() }
  const report = { kills: 0, writes: 0 }
  let server = await startServer(place.settings)
  try {
    const token = await server.signIn('admin', PASSWORD)
    for (let writer = 0; writer < WRITERS; writer += 1)
      ledger.own.push({ id: (await make(server, token))?.id ?? '', acknowledged: 0, sent: 0 })
    for (let round = 1; round <= rounds; round += 1) {
      const killAt = Math.round((0.1 + 0.8 * chance()) * WRITES)
      const written = await writeUntilKilled(server, ledger, killAt)
      report.kills += 1
      report.writes += written
      server = await startServer(place.settings)
      await verify(server, ledger)
      say(`round ${round}: killed after ${killAt} of ${WRITES} changes, ${report.writes} kept`)
    }
    return report
  } finally {
    await server.end('SIGKILL')
    place.remove()
  }
}

/** All writers change their items as fast as they can; the server is killed while they do. */
async function writeUntilKilled(server: RunningServer, ledger: Ledger, killAt: number): Promise<number> {
  const token = await server.signIn('admin', PASSWORD)
  let written = 0
  let killing: Promise<unknown> | undefined
  const isAcknowledged = () => {
    written += 1
    if (written >= killAt) killing ??= server.end('SIGKILL')
  }
  const write = async (own: Own) => {
    for (let count = 0; count < WRITES / WRITERS; count += 1) {
      own.sent += 1
      const body = { caption: `caption ${own.sent}`, status: STATUSES[own.sent % STATUSES.length] }
      if (!(await unlessKilled(server.ask('PUT', `/api/airtable/posts/${own.id}`, { token, body })))) return
      own.acknowledged = own.sent
      isAcknowledged()
      if (count % 10 > 0) continue
      const made = await make(server, token)
      if (!made) return
      ledger.made.add(made.id)
    }
  }
  await Promise.all(ledger.own.map(write))
  if (!killing) throw new Broken(`Only ${written} of ${WRITES} changes were made before the kill`)
  await killing
  return written
}

const make = async (server: RunningServer, token: string): Promise<ContentItem | null> => {
  const answer = await unlessKilled(server.ask('POST', '/api/content/posts', { token, body: { caption: 'new' } }))
  return answer && ((await answer.json()) as ContentItem)
}

async function verify(server: RunningServer, { own, made }: Ledger) {
  const token = await server.signIn('admin', PASSWORD)
  const items = new Map<string, ContentItem>()
  for (const item of await listAll<ContentItem>(server, token, '/api/airtable/all-posts')) {
    if (items.has(item.id)) throw new Broken(`${item.id} is there twice`)
    items.set(item.id, item)
  }
  const lost = [...made].filter((id) => !items.has(id))
  if (lost.length > 0) throw new Broken(`Drafts were acknowledged and are gone: ${lost.join(', ')}`)
  for (const { id, acknowledged, sent } of own) {
    const item = items.get(id)
    const found = Number(item?.caption?.slice('caption '.length) || 0)
    if (acknowledged > 0 && (found < acknowledged || found > sent))
      throw new Broken(`${id} had change ${acknowledged} acknowledged and ${sent} sent, but has ${found}`)
    await verifyHistory(server, token, id, item)
  }
  const counts = await requireJson<ContentCounts>(server.ask('GET', '/api/content/counts', { token }))
  const all = [...items.values()]
  const having = (status: string) => all.filter((item) => item.status === status).length
  expectSame('The counts', counts, {
    draft: having('Draft'),
    approved: having('Approved'),
    published: 0,
    total: all.length,
    undated: all.filter(({ status, publishDate }) => status !== 'Delete' && !publishDate).length,
    needsApproval: 0,
  })
}

/** Each change has one entry, and together they lead to what the item says. */
async function verifyHistory(server: RunningServer, token: string, id: string, item: ContentItem | undefined) {
  const path = `/api/content/posts/${id}/history`
  const history = await requireJson<ContentChange[]>(server.ask('GET', path, { token }))
  const entries = Math.min(item?.version ?? 0, 200)
  if (history.length !== entries) throw new Broken(`${id} has ${history.length} entries for ${entries} changes`)
  const captions = history.flatMap(({ changes }) => changes.filter(({ field }) => field === 'caption'))
  for (const [at, { from }] of captions.slice(0, -1).entries())
    expectSame(`What ${id} said before a change`, from, captions[at + 1]?.to)
  if (captions[0]) expectSame(`What ${id} says`, item?.caption, captions[0].to)
}

if (import.meta.main) {
  const options = trialOptions({ rounds: 20, seed: anySeed() })
  const { kills, writes } = await contentCrashTrial(options)
  options.say(`${kills} kills, ${writes} acknowledged changes: nothing lost, nothing twice`)
}

/**
 * `npm run trials -- crash [--rounds N] [--seed N]`: the server is killed (SIGKILL) at a moment chosen by chance, again and
 * again on the same data, while people write and a file is imported. After each kill every acknowledged write must be
 * there; at the end the import is run once more, and must leave exactly what an undisturbed one leaves.
 * On PostgreSQL when DATABASE_URL names an empty database.
 */
import { randomFrom } from '../random-from.ts'
import { type RunningServer, startServer } from '../server-process.ts'
import {
  anySeed,
  Broken,
  expectSame,
  killAfter,
  listAll,
  PASSWORD,
  requireAnswer,
  requireJson,
  type TrialOptions,
  trialOptions,
  trialPlace,
  unlessKilled,
} from '../trial.ts'

const ACCOUNTS = 60
const DAYS = 300
const WRITERS = 3
const KILLED_WITHIN_MS = 1_200

const dayAt = (at: number) => new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10)
const followersAt = (account: number, day: number) => 1_000 * (account + 1) + day

/** Day by day, so that a kill in the middle leaves every account half done. */
const TABLE = [
  'username,date,followers',
  ...Array.from({ length: ACCOUNTS * DAYS }, (_, at) => {
    const [day, account] = [Math.floor(at / ACCOUNTS), at % ACCOUNTS]
    return `imported${account},${dayAt(day)},${followersAt(account, day)}`
  }),
].join('\n')

/** What the server has said yes to, and what it may have done besides: a kill comes between a write and its answer. */
interface Ledger {
  /** Names of accounts that were answered with 201. */
  tracked: Set<string>
  /** By writer: the last note that was acknowledged, and the one that was sent after it. */
  notes: Map<number, { acknowledged: number; sent: number }>
  /** By writer: each day's followers that were acknowledged. */
  typed: Map<number, Map<string, number>>
}

export interface CrashReport {
  kills: number
  importsCutShort: number
  writes: number
}

export async function crashTrial({
  rounds,
  seed,
  databaseUrl = '',
  say = () => {},
}: TrialOptions & {
  rounds: number
}): Promise<CrashReport> {
  const place = trialPlace(databaseUrl)
  const chance = randomFrom(seed)
  const ledger: Ledger = { tracked: new Set(), notes: new Map(), typed: new Map() }
  const report = { kills: 0, importsCutShort: 0, writes: 0 }
  let server = await startServer(place.settings)
  try {
    await prepare(server)
    for (let round = 1; round <= rounds; round += 1) {
      const token = await server.signIn('admin', PASSWORD)
      const killAfterMs = Math.round(chance() * KILLED_WITHIN_MS)
      const importing = importTable(server, token)
      const writing = Array.from({ length: WRITERS }, (_, writer) => write(server, token, writer, round, ledger))
      const working = Promise.all([importing, ...writing])
      server = await killAfter(killAfterMs, server, place.settings, working)
      const [imported, ...written] = await working
      report.kills += 1
      report.importsCutShort += imported ? 0 : 1
      report.writes += written.reduce((sum, count) => sum + count, 0)
      await verify(server, ledger)
      say(
        `round ${round}: killed after ${killAfterMs} ms, ${imported ? 'import done' : 'import cut short'}, ${report.writes} writes kept`,
      )
    }
    const token = await server.signIn('admin', PASSWORD)
    if (!(await importTable(server, token))) throw new Broken('The last import was not answered')
    await verifyImport(server, token)
    const again = await (await sendTable(server, token)).json()
    expectSame('A second import', again, {
      accounts: { made: 0, matched: ACCOUNTS },
      snapshots: 0,
      posts: 0,
      refused: [],
      refusedCount: 0,
    })
    return report
  } finally {
    await server.end('SIGKILL')
    place.remove()
  }
}

/** One account per writer, with ids from 1. */
async function prepare(server: RunningServer) {
  const token = await server.signIn('admin', PASSWORD)
  for (let writer = 0; writer < WRITERS; writer += 1)
    await requireAnswer(server.ask('POST', '/api/accounts', { token, body: { username: `writer${writer}` } }))
}

function sendTable(server: RunningServer, token: string): Promise<Response> {
  const form = new FormData()
  form.set('file', new Blob([TABLE]), 'figures.csv')
  return server.ask('POST', '/api/accounts/import', { token, body: form })
}

/** True when it was answered, false when the server went away under it. */
async function importTable(server: RunningServer, token: string): Promise<boolean> {
  return (await unlessKilled(sendTable(server, token))) !== null
}

/** Writes until the server is gone; answers how many writes were acknowledged. */
async function write(
  server: RunningServer,
  token: string,
  writer: number,
  round: number,
  ledger: Ledger,
): Promise<number> {
  const typed = ledger.typed.get(writer) ?? new Map<string, number>()
  ledger.typed.set(writer, typed)
  const id = writer + 1
  for (let count = 0, at = 0; ; at += 1) {
    const acknowledged = ledger.notes.get(writer)?.acknowledged ?? 0
    const note = (ledger.notes.get(writer)?.sent ?? 0) + 1
    ledger.notes.set(writer, { acknowledged, sent: note })
    const body = { notes: `note ${note}` }
    if (!(await unlessKilled(server.ask('PUT', `/api/accounts/${id}`, { token, body })))) return count
    ledger.notes.set(writer, { acknowledged: note, sent: note })

    const username = `by${writer}.in${round}.at${at}`
    if (!(await unlessKilled(server.ask('POST', '/api/accounts', { token, body: { username } })))) return count + 1
    ledger.tracked.add(username)

    const date = dayAt(typed.size)
    const figures = { followers: note, date }
    if (!(await unlessKilled(server.ask('POST', `/api/accounts/${id}/metrics`, { token, body: figures }))))
      return count + 2
    typed.set(date, note)
    count += 3
  }
}

async function verify(server: RunningServer, { tracked, notes, typed }: Ledger) {
  const token = await server.signIn('admin', PASSWORD)
  const accounts = await listAll<{ username: string }>(server, token, '/api/accounts?sort=recent')
  const names = new Set(accounts.map(({ username }) => username))
  const lost = [...tracked].filter((name) => !names.has(name))
  if (lost.length > 0) throw new Broken(`Accounts were acknowledged and are gone: ${lost.join(', ')}`)
  for (const [writer, { acknowledged, sent }] of notes) {
    const { account } = await requireJson<{ account: { notes: string | null } }>(
      server.ask('GET', `/api/accounts/${writer + 1}`, { token }),
    )
    const found = Number(account.notes?.slice('note '.length) ?? 0)
    if (found < acknowledged || found > sent)
      throw new Broken(`Writer ${writer} had note ${acknowledged} acknowledged and ${sent} sent, but finds ${found}`)
  }
  for (const [writer, days] of typed) {
    const history = await historyOf(server, token, writer + 1)
    // A figure that was sent and not answered may have come after the acknowledged one; it is never smaller.
    for (const [date, followers] of days)
      if ((history.get(date) ?? -1) < followers) throw new Broken(`Writer ${writer} misses the figures of ${date}`)
  }
}

/** Accounts, history and figures are those of one undisturbed import. */
async function verifyImport(server: RunningServer, token: string) {
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const found = await requireJson<{ id: number; username: string; metrics: Record<string, unknown> }[]>(
      server.ask('GET', `/api/accounts?q=imported${account}&limit=200`, { token }),
    )
    const [only, ...others] = found.filter(({ username }) => username === `imported${account}`)
    if (!only || others.length > 0)
      throw new Broken(`imported${account} is there ${others.length + (only ? 1 : 0)} times`)
    const expected = Array.from({ length: DAYS }, (_, day) => [dayAt(day), followersAt(account, day)])
    expectSame(`The history of imported${account}`, [...(await historyOf(server, token, only.id))], expected)
    const { followers, followerChange, followersTrend } = only.metrics
    expectSame(
      `The figures of imported${account}`,
      { followers, followerChange, followersTrend },
      {
        followers: followersAt(account, DAYS - 1),
        followerChange: 7,
        followersTrend: Array.from({ length: 14 }, (_, at) => followersAt(account, DAYS - 14 + at)),
      },
    )
  }
}

async function historyOf(server: RunningServer, token: string, id: number): Promise<Map<string, number>> {
  const path = `/api/accounts/${id}/metrics/history?from=2020-01-01`
  const entries = await requireJson<{ date: string; followers: number }[]>(server.ask('GET', path, { token }))
  return new Map(entries.map(({ date, followers }) => [date, followers]))
}

if (import.meta.main) {
  const options = trialOptions({ rounds: 20, seed: anySeed() })
  const { kills, importsCutShort, writes } = await crashTrial(options)
  options.say(
    `${kills} kills, ${importsCutShort} imports cut short, ${writes} acknowledged writes: nothing lost, nothing twice`,
  )
}

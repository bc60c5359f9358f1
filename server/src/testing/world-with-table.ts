/**
 * A world whose company 1 names a table that a stand-in keeps, read and written through the real adapter. Both live in the
 * time of the world's clock; workers run only while the test lets them.
 */
import { type AirtableOptions, type AirtableStandIn, airtableStandIn, postsTable } from '@tangelo/stand-ins'
import { expect, onTestFinished } from 'vitest'
import { airtable } from '#adapters/content-database/airtable.ts'
import { guardedFetch } from '#adapters/pictures/guarded-fetch.ts'
import type { CallLimits } from '#platform/http/call-out.ts'
import type { ContentDatabase } from '#ports/content-database.ts'
import { until } from './queue-nodes.ts'
import { type Person, START, type World, world } from './world.ts'
import { DAY, MINUTE, workLeft } from './world-with-sources.ts'

/** How often tables whose time has come are looked for. */
const ROUND_EVERY_MS = 30_000

export interface Shown {
  id: string
  version: number
  status: string
  caption: string | null
  imageUrl: string | null
  [field: string]: unknown
}

export interface Tabled extends World {
  airtable: AirtableStandIn
  /** The real adapter, as the world uses it. */
  contentDatabase: ContentDatabase
  /** A user requests a pull; workers run every job that is due. */
  pull(): Promise<void>
  /** Time passes, then workers do everything that may be done by then. */
  pass(milliseconds: number): Promise<void>
  /** All items that the person sees, oldest first. */
  items(who?: Person): Promise<Shown[]>
  item(id: string): Promise<Shown>
  sync(): Promise<Record<string, unknown>>
}

export async function makeWorldWithTable({
  records = 0,
  hasImages = false,
  limits = {},
  isPulled = true,
  airtable: options = {},
  ...given
}: Omit<Parameters<typeof world>[0] & object, 'contentDatabase' | 'pictures'> & {
  records?: number
  hasImages?: boolean
  limits?: Partial<CallLimits>
  /** Whether the table has been read when the test begins. */
  isPulled?: boolean
  airtable?: Partial<AirtableOptions>
} = {}): Promise<Tabled> {
  let now = () => START
  const tables = [postsTable({ records, begins: START, hasImages })]
  const standIn = await airtableStandIn({ clock: { now: () => now() }, tables, ...options }).start()
  onTestFinished(async () => {
    await standIn.end()
    expect(standIn.violations).toEqual([])
  })
  const { url, token, baseId } = standIn
  const service = airtable({ url, token, baseId, clock: { now: () => now() }, limits })
  const made = await world({
    session: { idleMs: 400 * DAY, maxMs: 400 * DAY },
    ...given,
    pictures: guardedFetch({ allowedHosts: [new URL(url).host] }),
    contentDatabase: () => service,
  })
  now = made.clock.now
  await linkTable(made)
  const findWorkLeft = () => workLeft(made, { round: 'content-pull-round' })
  const settle = async (endedBefore = -1) => {
    const workers = made.work()
    await until('all work is done', async () => {
      const { isQuiet, ended } = await findWorkLeft()
      return isQuiet && ended > endedBefore
    })
    await workers.end()
  }
  const here: Tabled = {
    ...made,
    airtable: standIn,
    contentDatabase: service,
    async pull() {
      await made.ask('pro', 'POST', '/api/content/sync')
      await settle()
    },
    async pass(milliseconds) {
      made.clock.moveBy(Math.max(milliseconds, ROUND_EVERY_MS))
      await settle((await findWorkLeft()).ended)
    },
    async items(who = 'pro') {
      const rows = (await made.ask(who, 'GET', '/api/airtable/all-posts')).json() as Shown[]
      return rows.toReversed()
    },
    item: async (id) => (await made.ask('pro', 'GET', `/api/content/posts/${id}`)).json(),
    sync: async () => (await made.ask('pro', 'GET', '/api/content/sync')).json(),
  }
  if (isPulled) await here.pull()
  return here
}

/** The company names the table, as an administrator does. */
export async function linkTable({ ask }: World, table: string | null = 'Posts', companyId = 1): Promise<void> {
  const res = await ask('admin', 'PUT', `/api/companies/${companyId}`, { airtableTable: table ?? '' })
  if (res.statusCode !== 200) throw new Error(res.body)
}

/** The table, as people elsewhere see and edit it. */
export const posts = ({ airtable }: Tabled) => airtable.table('Posts')

export const total = async ({ ask }: Tabled): Promise<number> =>
  (await ask('pro', 'GET', '/api/content/counts')).json().total

/** What the table was asked, the latest last. */
export const callsOf = ({ airtable }: Tabled) => airtable.calls.latest().map(({ operation }) => operation)

/** A record that has been read, and a minute has passed since. */
export async function withOne(
  cells: Record<string, unknown> = {},
  given: Parameters<typeof makeWorldWithTable>[0] = {},
) {
  const here = await makeWorldWithTable({ isPulled: false, ...given })
  const id = posts(here).add({ Caption: 'old', Status: 'Draft', ...cells })
  await here.pull()
  here.clock.moveBy(MINUTE)
  return { here, id }
}

export const changeItem = ({ ask }: Tabled, id: string, body: object) =>
  ask('pro', 'PUT', `/api/airtable/posts/${id}`, body)

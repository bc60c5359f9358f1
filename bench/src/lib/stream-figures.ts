/** A thousand open event streams of many sessions and companies: what they cost, and how soon events reach them. */
import { setTimeout as pause } from 'node:timers/promises'
import { openStreams } from './event-streams.ts'
import type { Lifetime } from './lifetime.ts'
import { residentMb } from './memory.ts'
import { ask, type ProductSettings, signIn, startProduct } from './product.ts'
import { type People, signEverybodyIn } from './requests.ts'
import { percentile } from './statistics.ts'
import { aside, atMost, type Figure, formatNumber, say } from './table.ts'

export const GROWTH_MB_MAX = 100
const EVENT_MS_MAX = 300
export const LOOK_EVERY_MS = 250
/** Accounts that each company adds, whose events are timed. */
const WATCHED = 20

export async function streamFigures(
  life: Lifetime,
  settings: ProductSettings,
  plan: { accounts: number; streams: number },
): Promise<{ people: People; figures: Figure[] }> {
  say('Event streams')
  const product = await startProduct(life, settings)
  const people = await signEverybodyIn(product.port)
  const admin = people.admin.authorization?.slice('Bearer '.length) ?? ''
  const companies = await companiesFor(product.port, admin, plan.streams)
  await pause(2_000)
  const before = residentMb(product.pid)
  const streams = await Promise.all(
    companies.flatMap(({ sessions }) =>
      sessions.map(({ headers, streams: count }) => openStreams(product.port, headers, count)),
    ),
  )
  // A new account is read at once: its company hears of it.
  for (let at = 0; at < WATCHED; at += 1) {
    for (const { companyId } of companies) {
      const username = `watched_${companyId}_${at}`
      await ask(product.port, admin, 'POST', '/api/accounts', { username, companyId })
    }
    await pause(LOOK_EVERY_MS)
  }
  await pause(3_000)
  const after = residentMb(product.pid)
  const delays = streams.flatMap((some) => some.delays).sort((a, b) => a - b)
  for (const some of streams) some.end()
  await product.stop()
  if (delays.length < plan.streams * WATCHED) throw new Error(`Only ${delays.length} events came through`)
  const name = `${formatNumber(plan.streams)} event streams`
  const figures = [
    before === null || after === null
      ? aside(`${name}: memory`, 'not given by this system')
      : atMost(
          `${name}: memory`,
          after - before,
          GROWTH_MB_MAX,
          'MB more',
          ` (${formatNumber(before)} to ${formatNumber(after)})`,
        ),
    atMost(
      `${name}: from what happened to the stream, p99`,
      percentile(delays, 0.99),
      EVENT_MS_MAX,
      'ms',
      ` (p50 ${formatNumber(percentile(delays, 0.5))} ms, ${formatNumber(delays.length)} events)`,
    ),
  ]
  for (const figure of figures) say(`  ${figure.name} ${figure.measured}`)
  return { people, figures }
}

/** What one session and one company may hold open (events.service.ts), with room for one more. */
const STREAMS_OF_SESSION = 9
const STREAMS_OF_COMPANY = 63

interface StreamingCompany {
  companyId: number
  sessions: { headers: Record<string, string>; streams: number }[]
}

/** As many companies as so many streams need, each with a person who is signed in as often as theirs need. */
async function companiesFor(port: number, admin: string, streams: number): Promise<StreamingCompany[]> {
  const companies: StreamingCompany[] = []
  for (let left = streams; left > 0; left -= STREAMS_OF_COMPANY) {
    const at = companies.length
    const { id }: { id: number } = await ask(port, admin, 'POST', '/api/companies', { name: `Streams ${at}` })
    const person = { username: `listener.${at}`, password: 'an unripe tangelo in May' }
    await ask(port, admin, 'POST', '/api/users', { ...person, role: 'pro', companyId: id })
    const sessions: StreamingCompany['sessions'] = []
    for (let own = Math.min(left, STREAMS_OF_COMPANY); own > 0; own -= STREAMS_OF_SESSION)
      sessions.push({
        headers: { authorization: `Bearer ${await signIn(port, person)}` },
        streams: Math.min(own, STREAMS_OF_SESSION),
      })
    companies.push({ companyId: id, sessions })
  }
  return companies
}

/** Makes the model of a report from what the services answered. Pure: the same input makes the same model. */
import type { Source } from '@tangelo/contract/limits'
import { brandColours } from './colour.ts'
import { type AccountFigures, figuresOf } from './figures.ts'
import type { AccountInput, ReportInput } from './input.ts'
import type { ReportModel, Section } from './model.ts'
import { formatsSection, postingSection, sayAsked } from './sections/answers.ts'
import { accountSection } from './sections/figures.ts'
import { growthSection } from './sections/growth.ts'
import { movesSection } from './sections/moves.ts'
import { ownerSection } from './sections/owner.ts'
import { peersSection } from './sections/peers.ts'
import { planSection } from './sections/plan.ts'
import { postsSection } from './sections/posts.ts'
import { accountSummary, totalSummary } from './sections/summary.ts'
import { totalGrowthSection } from './sections/total-growth.ts'
import { totalsSection } from './sections/totals.ts'
import { totalsOf } from './totals.ts'
import { sayCount, sayDays, sayTimeZone, sayWhole } from './words.ts'

const SOURCE_NAMES: Record<Source, string> = {
  graph: 'Instagram Graph API',
  apify: 'Apify',
  own: 'Instagram, through the account itself',
  import: 'imported or typed in',
  sample: 'sample figures',
}

export function buildReport(input: ReportInput): ReportModel {
  const { period, until, timeZone, accounts, subject } = input
  const figures = accounts.map((account) => figuresOf(account, period, timeZone, until))
  // A place among similar accounts is one account's.
  const wanted = input.sections.filter(({ kind }) => kind !== 'peers' || subject.kind === 'account')
  const saysGrowth = wanted.some(({ kind }) => kind === 'summary')
  const sections = wanted.map(({ kind, note }) => {
    const section = makeSection(kind, input, figures)
    // The first sentence of the report says it already.
    const isSaid = kind === 'growth' && saysGrowth && section.drawing.kind === 'line'
    return { ...section, lead: isSaid ? null : section.lead, kind, note: note || null }
  })
  const [only] = accounts
  const isAccount = subject.kind === 'account' && only
  const about = isAccount ? `@${only.username}` : `${subject.name}, ${sayCount(accounts.length, 'account')}`
  return {
    title: input.title,
    about: `${about}, ${sayDays(period.from, period.to)}, ${sayTimeZone(timeZone)}`,
    kind: period.kind,
    period: period.name,
    brand: { name: input.brand.name, logo: input.brand.logo, colours: brandColours(input.brand.colour) },
    sections,
    sources: sourcesOf(input, figures),
  }
}

function makeSection(
  kind: Section['kind'],
  { period, until, timeZone, accounts, subject, pictures, planned, published, ranked, accountsLeftOut }: ReportInput,
  figures: readonly AccountFigures[],
): Omit<Section, 'kind' | 'note'> {
  const [only, own] = subject.kind === 'account' ? [accounts[0], figures[0]] : []
  const isOne = only !== undefined
  const totals = () => totalsOf(figures)
  const pickAnalyses = (which: 'ofPeriod' | 'ofYear') =>
    accounts.map((account) => ({ username: account.username, analysis: account[which] }))
  const plan = { pictures, timeZone, isOne }
  switch (kind) {
    case 'summary':
      return only && own ? accountSummary(own, only, ranked, period) : totalSummary(totals(), figures, ranked)
    case 'figures':
      return own ? accountSection(own, period) : totalsSection(totals(), figures, period, accountsLeftOut)
    case 'growth':
      return only && own
        ? growthSection(own, only.ofPeriod?.moves ?? [], period, until)
        : totalGrowthSection(figures, period, until)
    case 'moves':
      return movesSection(pickAnalyses('ofPeriod'), period)
    case 'posting':
      return postingSection(pickAnalyses('ofYear'))
    case 'formats':
      return formatsSection(pickAnalyses('ofYear'))
    case 'posts':
      return postsSection(ranked, pictures, period, { isOne, asked: sayAsked(pickAnalyses('ofPeriod')) })
    case 'owner':
      return ownerSection(accounts, period, timeZone, isOne)
    case 'peers':
      return peersSection(only?.peers ?? null)
    case 'planned':
      return planSection(`Planned for ${period.nextName}`, 'Nothing is planned yet.', planned, plan)
    case 'published':
      return planSection(`Published ${period.during}`, 'Nothing was published from here.', published, plan)
  }
}

/** Where the figures come from, how complete they are, and by which method they were compared. */
function sourcesOf({ accounts, period }: ReportInput, figures: readonly AccountFigures[]): ReportModel['sources'] {
  const days = period.to - period.from + 1
  const names = [...new Set(figures.flatMap(({ sources }) => sources))].sort().map((source) => SOURCE_NAMES[source])
  const known = figures.reduce((sum, { daysKnown }) => sum + daysKnown, 0)
  const hidden = figures.reduce((sum, { hiddenLikes }) => sum + hiddenLikes, 0)
  const whole = figures.filter(({ daysKnown }) => daysKnown === days).length
  const complete =
    figures.length === 1
      ? `${sayWhole(known)} of ${sayCount(days, 'day')} with figures`
      : `${sayWhole(whole)} of ${sayCount(figures.length, 'account')} with figures of all ${sayCount(days, 'day')}`
  const left =
    hidden > 0
      ? `; ${sayCount(hidden, 'post')} with hidden likes ${hidden === 1 ? 'is' : 'are'} in no mean of likes`
      : ''
  const method = methodOf(accounts)
  const last = lastReading(accounts, period.to)
  return [
    { name: 'Source', text: names.length > 0 ? names.join(', ') : 'No figures in this period' },
    { name: 'Complete', text: `${complete}${left}` },
    ...(last === null ? [] : [{ name: 'Read', text: `last on ${last}` }]),
    ...(method === null ? [] : [{ name: 'Method', text: method }]),
  ]
}

function methodOf(accounts: readonly AccountInput[]): string | null {
  const method = accounts.map(({ ofYear, ofPeriod }) => (ofYear ?? ofPeriod)?.method).find((one) => one !== undefined)
  return method ? `${method.version}, seed ${method.seed}` : null
}

/** The latest day with a reading, of any account. */
function lastReading(accounts: readonly AccountInput[], to: number): string | null {
  const days = accounts.flatMap(({ history }) => history.at(-1)?.date ?? []).sort()
  const last = days.at(-1)
  if (last === undefined) return null
  const day = Date.parse(`${last}T00:00:00Z`) / 86_400_000
  return sayDays(Math.min(day, to), Math.min(day, to))
}

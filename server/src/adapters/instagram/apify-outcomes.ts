/** The items of one run of the profile scraper, each assigned to the requested name. Pure. */
import type { ProfileOutcome } from '#ports/instagram.ts'
import { liveApifyReading } from '../figures-file/apify-item.ts'
import { type Fields, isFields, Refusal } from '../figures-file/fields.ts'
import { vendorWords } from '../vendor-answer.ts'
import { APIFY_TITLE } from './apify-errors.ts'
import { toFailure } from './vendor-answer.ts'

/** The figures are of this moment, in epoch milliseconds. */
interface Run {
  nowMs: number
  token: string
}

/** An outcome, keyed in lower case, for each name that has an item; names without one are left out. */
export function apifyOutcomes(names: readonly string[], items: readonly unknown[], run: Run) {
  const found = items.filter(isFields)
  const outcomes = new Map<string, ProfileOutcome>()
  for (const name of names) {
    const key = name.toLowerCase()
    const own = found.filter((item) => nameOf(item) === key)
    const asked = found.filter((item) => readAskedName(item) === key)
    const item = own.find(isProfile) ?? asked.find(isProfile) ?? own[0] ?? asked[0]
    if (item) outcomes.set(key, outcomeOf(name, item, run))
  }
  return outcomes
}

function outcomeOf(name: string, item: Fields, { nowMs, token }: Run): ProfileOutcome {
  if (!isProfile(item)) return errorOutcome(name, item, token)
  const now = nameOf(item)
  if (now !== null && now !== name.toLowerCase()) {
    return toFailure(
      'not_found',
      `@${name} was renamed: the account is now @${vendorWords(now, token)} on Instagram. Track it under its new name.`,
    )
  }
  const reading = liveApifyReading(item, nowMs)
  if (!(reading instanceof Refusal)) return { reading }
  const why = reading.reason.replace(/^@[A-Za-z0-9._]+: /, '')
  return toFailure('not_understood', `The answer about @${name} was not understood: ${why}.`)
}

function errorOutcome(name: string, item: Fields, token: string): ProfileOutcome {
  if (item.error === 'not_found')
    return toFailure('not_found', `${APIFY_TITLE} found no Instagram account named @${name}.`)
  if (item.error === 'no_items') {
    return toFailure('no_figures', `@${name} gives no figures: the account is empty, private or blocked.`)
  }
  const reasons = [item.errorDescription, isFields(item.error) ? item.error.message : item.error]
  const words = vendorWords(
    reasons.find((words) => typeof words === 'string' && words !== ''),
    token,
  )
  return toFailure('no_figures', `${APIFY_TITLE} could not read @${name}: ${words.replace(/\.$/, '')}.`)
}

/** As for files: an item with an error instead of figures is no profile, whatever else it has. */
const isProfile = (item: Fields) => item.followersCount !== undefined || item.error === undefined || item.error === null

const nameOf = ({ username }: Fields): string | null =>
  typeof username === 'string' ? username.trim().replace(/^@/, '').toLowerCase() : null

/** The requested name, by the address that the scraper made of it. */
function readAskedName({ inputUrl, url }: Fields): string | null {
  const address = typeof inputUrl === 'string' ? inputUrl : url
  const found = typeof address === 'string' ? /instagram\.com\/([A-Za-z0-9._]{1,30})\/?(?:[?#]|$)/.exec(address) : null
  return found?.[1]?.toLowerCase() ?? null
}

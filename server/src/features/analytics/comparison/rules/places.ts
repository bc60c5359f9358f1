/** Where an account lies among its peers in each measure, and the sentences on it. */
import { PEER_MEASURES, type PeerMeasure } from '@tangelo/contract/limits'
import { placeAmong, sayPlace } from '../../analysis/rules/place.ts'
import { sayNumber } from '../../analysis/rules/words.ts'
import { FEWEST_DAYS, type PeerFigures } from '../comparison.rules.ts'

interface PlaceInMeasure {
  measure: PeerMeasure
  own: number | null
  median: number | null
  /** Percentiles. */
  low: number | null
  high: number | null
  peers: number
  sentence: string
}

/** Where the account lies in each measure among peers that know it. */
export const placesOf = (own: PeerFigures, peers: readonly PeerFigures[], whom: string): PlaceInMeasure[] =>
  PEER_MEASURES.map((measure) => {
    const values = peers.flatMap((peer) => peer[measure] ?? [])
    const mine = own[measure]
    const place = placeAmong(mine ?? Number.NaN, values)
    const sentence = mine === null ? UNKNOWN[measure] : firstUpper(sayPlace(place, whom))
    return {
      measure,
      own: mine,
      median: place.median,
      low: place.low === null ? null : place.low * 100,
      high: place.high === null ? null : place.high * 100,
      peers: values.length,
      sentence: sentence.endsWith('.') ? sentence : `${sentence}.`,
    }
  })

const UNKNOWN: Record<PeerMeasure, string> = {
  growth: `Fewer than ${FEWEST_DAYS} days of followers from one source: its growth cannot be compared yet.`,
  postsPerWeek: 'Its posts are known for too short a time.',
  likes: 'Too few posts with known likes to compare.',
  comments: 'No posts with known likes and comments in three months.',
}

/** What is said of the account, and of its posts. */
const ABOUT: Record<PeerMeasure, { subject: 'it' | 'its posts'; more: string; less: string }> = {
  growth: { subject: 'it', more: 'grows faster', less: 'grows more slowly' },
  postsPerWeek: { subject: 'it', more: 'posts more often', less: 'posts less often' },
  likes: { subject: 'its posts', more: 'get more likes', less: 'get fewer likes' },
  comments: { subject: 'its posts', more: 'get more comments per like', less: 'get fewer comments per like' },
}

/** What stands out beyond chance, in one sentence. */
export function sayPlaces(places: readonly PlaceInMeasure[]): string {
  const known = places.filter(({ low, high }) => low !== null && high !== null)
  if (known.length === 0) return 'There are too few peers to say where it stands.'
  const clauses = (['it', 'its posts'] as const).flatMap((wanted) => {
    const parts = known.flatMap(({ measure, low, high }) => {
      const { subject, more, less } = ABOUT[measure]
      if (subject !== wanted) return []
      if (Number(low) > 50) return [more]
      return Number(high) < 50 ? [less] : []
    })
    return parts.length === 0 ? [] : [`${wanted} ${parts.join(' and ')} than most`]
  })
  if (clauses.length === 0) return 'In nothing does it differ from most of its peers beyond chance.'
  return `${firstUpper(clauses.join(', and '))}.`
}

/** What the peers have in common. */
export function saySimilar(
  count: number,
  { category, followers, factor }: { category: string | null; followers: number | null; factor: number },
): string {
  if (followers === null) return 'Its followers are not known yet, so no similar accounts can be found.'
  const range = `${sayNumber(Math.round(followers / factor))} to ${sayNumber(followers * factor)} followers`
  return `${count === 1 ? '1 account' : `${sayNumber(count)} accounts`} of this company: ${category ?? 'no category'}, ${range}.`
}

const firstUpper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

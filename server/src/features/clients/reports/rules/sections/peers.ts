/** Where an account stands among similar ones. Each peer is a dot without a name: others' figures are theirs. */
import type { Peers } from '@tangelo/contract'
import type { PeerMeasure } from '@tangelo/contract/limits'
import { cell, type PlaceDrawing, type Section, type Table, UNKNOWN } from '../model.ts'
import { sayPercent, sayWhole } from '../words.ts'

type Made = Omit<Section, 'kind' | 'note'>

const MEASURES: Record<PeerMeasure, { name: string; unit: string; factor?: number; say: (value: number) => string }> = {
  growth: { name: 'Growth', unit: 'per 30 days', factor: 100, say: (value) => sayPercent(value * 100) },
  postsPerWeek: { name: 'Posts', unit: 'per week', say: (value) => value.toFixed(1) },
  likes: { name: 'Likes per post', unit: '1 is usual', say: (value) => value.toFixed(2) },
  comments: { name: 'Comments', unit: 'per 100 likes', say: (value) => value.toFixed(1) },
}

/** The value below which this share of the values lies. */
function quantileOf(sorted: readonly number[], percent: number): number {
  const place = ((sorted.length - 1) * percent) / 100
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0]
  return low + (high - low) * (place - Math.floor(place))
}

/** Of a measure with enough peers: its band is known. */
interface KnownPlace {
  measure: PeerMeasure
  own: number
  median: number | null
  low: number
  high: number
  count: number
  sentence: string
}

const pickKnownPlaces = (peers: Peers): KnownPlace[] =>
  peers.places.flatMap(({ measure, own, median, low, high, peers: count, sentence }) =>
    own === null || low === null || high === null ? [] : [{ measure, own, median, low, high, count, sentence }],
  )

function drawPlace(peers: Peers, place: KnownPlace): PlaceDrawing {
  const { measure, own, median, low, high } = place
  const { name, unit, say } = MEASURES[measure]
  const values = peers.peers
    .filter(({ isExcluded }) => !isExcluded)
    .flatMap((peer) => peer[measure] ?? [])
    .sort((one, other) => one - other)
  const all = [...values, own]
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const steps = [least, (least + most) / 2, most].map((at) => ({ at, text: say(at) }))
  // Among accounts that are alike two of them read the same.
  const labels = steps.filter(({ text }, at) => steps.findIndex((other) => other.text === text) === at)
  return {
    name,
    unit,
    text: say(own),
    own,
    median,
    band: { low: quantileOf(values, low), high: quantileOf(values, high) },
    peers: values,
    labels,
    sentence: place.sentence,
  }
}

export function peersSection(peers: Peers | null): Made {
  const heading = 'Among similar accounts'
  const none: Made = { heading, lead: null, drawing: { kind: 'none' }, caption: null, tables: [], showsTable: false }
  if (!peers) return none
  const places = pickKnownPlaces(peers)
  const lead = `${peers.sentence} Compared with ${sayBasis(peers)}`
  if (places.length === 0) return { ...none, lead: [lead] }
  const table: Table = {
    caption: 'Place among similar accounts',
    columns: [
      { name: 'Measure' },
      { name: 'Own', isNumber: true },
      { name: 'Median', isNumber: true },
      { name: 'Percentile', isNumber: true },
      { name: 'Accounts', isNumber: true },
    ],
    rows: places.map(({ measure, own, median, low, high, count }) => {
      const { name, unit, factor = 1, say } = MEASURES[measure]
      const number = (value: number) => cell(say(value), Math.round(value * factor * 10_000) / 10_000)
      return [
        cell(`${name}, ${unit}`),
        number(own),
        median === null ? UNKNOWN : number(median),
        cell(`${sayWhole(low)} to ${sayWhole(high)}`),
        cell(sayWhole(count), count),
      ]
    }),
  }
  return {
    heading,
    lead: [lead],
    drawing: { kind: 'places', places: places.map((place) => drawPlace(peers, place)) },
    caption:
      'Each dot is an account, the short line is their median. The band is where the true place lies in 95 of 100 cases.',
    tables: [table],
    showsTable: false,
  }
}

function sayBasis({ basis }: Peers): string {
  const { sentence } = basis
  return basis.kind === 'similar' ? sentence.replace(/ of this company:/, ':') : sentence.replace(/^The/, 'the')
}

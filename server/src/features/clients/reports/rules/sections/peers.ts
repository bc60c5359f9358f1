/** Where an account stands among similar ones. Each peer is a dot without a name: others' figures are theirs. */
import type { Peers } from '@tangelo/contract'
import type { PeerMeasure } from '@tangelo/contract/limits'
import { cell, type PlaceDrawing, type Section, type Table, UNKNOWN } from '../model.ts'
import { sayPercent, sayWhole, withoutNarrowSpaces } from '../words.ts'

type Made = Omit<Section, 'kind' | 'note'>

const MEASURES: Record<PeerMeasure, { name: string; unit: string; say: (value: number) => string }> = {
  growth: { name: 'Growth', unit: 'per 30 days', say: (value) => sayPercent(value * 100) },
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

function drawPlace(peers: Peers, place: Peers['places'][number]): PlaceDrawing {
  const { measure, own, median, low, high } = place
  const { name, unit, say } = MEASURES[measure]
  const values = peers.peers
    .filter(({ isExcluded }) => !isExcluded)
    .flatMap((peer) => peer[measure] ?? [])
    .sort((one, other) => one - other)
  const all = own === null ? values : [...values, own]
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const labels = all.length === 0 ? [] : [least, (least + most) / 2, most].map((at) => ({ at, text: say(at) }))
  return {
    name,
    unit,
    text: own === null ? 'Not known' : say(own),
    own,
    median,
    band: low === null || high === null ? null : { low: quantileOf(values, low), high: quantileOf(values, high) },
    peers: values,
    labels,
    sentence: withoutNarrowSpaces(place.sentence),
  }
}

export function peersSection(peers: Peers | null): Made {
  const heading = 'Among similar accounts'
  const none: Made = { heading, lead: null, drawing: { kind: 'none' }, caption: null, tables: [], showsTable: false }
  if (!peers) return none
  const places = peers.places.filter(({ own, low }) => own !== null && low !== null)
  const lead = `${withoutNarrowSpaces(peers.sentence)} Compared with ${sayBasis(peers)}`
  if (places.every(({ low }) => low === null)) return { ...none, lead: [lead] }
  const table: Table = {
    caption: 'Place among similar accounts',
    columns: [
      { name: 'Measure' },
      { name: 'Own', isNumber: true },
      { name: 'Median', isNumber: true },
      { name: 'Percentile', isNumber: true },
      { name: 'Accounts', isNumber: true },
    ],
    rows: places.map(({ measure, own, median, low, high, peers: count }) => {
      const { name, unit, say } = MEASURES[measure]
      return [
        cell(`${name}, ${unit}`),
        own === null ? UNKNOWN : cell(say(own), Math.round(own * 10_000) / 10_000),
        median === null ? UNKNOWN : cell(say(median), Math.round(median * 10_000) / 10_000),
        low === null || high === null ? cell('too few', null) : cell(`${sayWhole(low)} to ${sayWhole(high)}`),
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
  const sentence = withoutNarrowSpaces(basis.sentence)
  return basis.kind === 'similar' ? sentence.replace(/ of this company:/, ':') : sentence.replace(/^The/, 'the')
}

import type { PeerMeasure } from '@tangelo/contract/limits'
import { expect, test } from 'vitest'
import { sayPlaces } from './rules/places.ts'

const place = (measure: PeerMeasure, low: number | null, high: number | null) => ({
  measure,
  own: 1,
  median: 1,
  low,
  high,
  peers: 20,
  sentence: '',
})

test('what stands out is said in one sentence, once for the account and once for its posts', () => {
  const places = [
    place('growth', 60, 90),
    place('postsPerWeek', 5, 30),
    place('likes', 70, 99),
    place('comments', 1, 40),
  ]
  expect(sayPlaces(places)).toBe(
    'It grows faster and posts less often than most, and its posts get more likes and get fewer comments per like than most.',
  )
  expect(sayPlaces([place('likes', 70, 99)])).toBe('Its posts get more likes than most.')
  expect(sayPlaces([place('likes', 30, 60)])).toBe('In nothing does it differ from most of its peers beyond chance.')
  expect(sayPlaces([place('likes', null, null)])).toBe('There are too few peers to say where it stands.')
})

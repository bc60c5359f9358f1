import { expect, test } from 'vitest'
import { anEntry } from '../../../../testing/accounts.ts'
import { seriesGeometry, spreadLabels } from './geometry.ts'
import { compareSeries } from './series.ts'
import { dotAt, stripGeometry } from './strip.ts'

const BOX = { width: 800, height: 300, right: 150, formatScale: (values: readonly number[]) => values.map(String) }

test('a gap breaks the line, has a dot at both ends and says that there is no data', () => {
  const days = ['2026-11-01', '2026-11-02', '2026-11-08', '2026-11-09']
  const { series, from, to } = compareSeries(
    [{ accountId: 1, username: 'a', history: days.map((day) => anEntry(day, { followers: 100 })) }],
    '2026-11-01',
    '2026-11-09',
  )
  const geometry = seriesGeometry({ ...BOX, series, from, to, scale: 'absolute' })
  expect(geometry?.placed[0]?.lines).toHaveLength(2)
  expect(geometry?.placed[0]?.dots).toHaveLength(2)
  expect(geometry?.gaps).toHaveLength(1)
  expect(geometry?.dayAt(0)).toBe('2026-11-01')
  expect(geometry?.dayAt(5_000)).toBe('2026-11-09')
})

test('labels that would cover each other move apart, in their order and inside the plot', () => {
  expect(spreadLabels([100, 101, 40], { top: 20, bottom: 300 })).toEqual([100, 118, 40])
  expect(spreadLabels([299, 300, null], { top: 20, bottom: 300 })).toEqual([282, 300, null])
})

const peers = [1, 2, 3, 4, 5, 6, 7, 8].map((value) => ({ accountId: value, value }))

test('the band holds the account itself, and equal peers lie above each other', () => {
  const strip = stripGeometry({ peers, own: 4.5, median: 4.5, low: 30, high: 40, width: 400, y: 28 })
  const band = strip?.band
  expect(band && band.x < (strip?.ownX ?? 0) && band.x + band.width > (strip?.ownX ?? 0)).toBe(true)
  const same = stripGeometry({
    peers: peers.map(({ accountId }) => ({ accountId, value: 2 })),
    own: null,
    median: 2,
    low: null,
    high: null,
    width: 400,
    y: 28,
  })
  expect(new Set(same?.dots.map(({ y }) => y)).size).toBe(5)
  expect(same?.band).toBeNull()
})

test('a dot is found within the reach of a finger, and nothing beyond it', () => {
  const strip = stripGeometry({ peers, own: null, median: null, low: null, high: null, width: 400, y: 28 })
  const first = strip?.dots[0]
  expect(strip && first && dotAt(strip, first.x + 5, first.y)?.accountId).toBe(1)
  expect(strip && first && dotAt(strip, first.x + 5, first.y + 40)).toBeNull()
})

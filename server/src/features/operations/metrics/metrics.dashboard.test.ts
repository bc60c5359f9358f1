/** The dashboard that comes with tangelo draws metrics that there are, and every one of them is documented. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readMetrics, TOKEN } from '../../../testing/metrics-text.ts'
import { world } from '../../../testing/world.ts'

test('every metric that the dashboard draws is there, and every one of tangelo is drawn and documented', async () => {
  const here = await world({ metricsToken: TOKEN })
  const text = await readMetrics(here)
  const known = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) => partsOf(name, type)),
  )
  const drawn = new Set(
    [
      ...dashboardExpressions()
        .join('\n')
        .matchAll(/\b(?:tangelo|nodejs|process)_\w+/g),
    ].map(([name]) => name),
  )
  expect(drawn.size).toBeGreaterThan(15)
  expect([...drawn].filter((name) => !known.has(name))).toEqual([])
  const own = [...text.matchAll(/^# TYPE (tangelo_\w+)/gm)].map(([, name = '']) => name)
  const guide = readFileSync(new URL('running-several-nodes.md', DOCS), 'utf8')
  expect(
    own.filter((name) => ![...drawn].some((one) => one.startsWith(name)) || !guide.includes(`\`${name}\``)),
  ).toEqual([])
})

const DOCS = new URL('../../../../../docs/', import.meta.url)

/** A histogram is read by its buckets, its sum and its count. */
const partsOf = (name: string, type: string | undefined) =>
  type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name]

function dashboardExpressions(): string[] {
  const { panels } = JSON.parse(readFileSync(new URL('grafana-dashboard.json', DOCS), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[]
  }
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}

/** The bytes of a report: the same in every process, whatever its time zone and language. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { MetricHistoryEntry, Post } from '@tangelo/contract'
import { expect, test } from 'vitest'
import { dayFromText, dayToText } from '#platform/calendar.ts'
import { buildReport } from './build-report.ts'
import { reportCsv } from './csv.ts'
import { reportPage } from './html/page.ts'
import type { ReportInput } from './input.ts'
import { namePeriod } from './periods.ts'
import { rankPosts } from './sections/posts.ts'

const FROM = dayFromText('2026-10-01')
const TO = dayFromText('2026-10-31')

const history: MetricHistoryEntry[] = Array.from({ length: 62 }, (_, at) => ({
  date: dayToText(TO - 61 + at),
  followers: 20_000 + at * 37 + ((at * 7919) % 50),
  following: null,
  posts: null,
  engagementRate: 3 + (at % 5) / 10,
  source: 'graph',
  engagementMethod: 'computed',
  isCountsBreak: false,
  isEngagementBreak: false,
}))
const NONE = { likes: null, comments: null, views: null }
const posts: Post[] = Array.from({ length: 12 }, (_, at) => ({
  id: at + 1,
  type: 'image',
  caption: `Post ${at}, ünïcode 🍊 and عربي`,
  url: null,
  imageUrl: null,
  postedAt: new Date((FROM + at * 2) * 86_400_000 + 79_200_000).toISOString(),
  firstSeenAt: '2026-11-01T00:00:00.000Z',
  lastSeenAt: '2026-11-01T00:00:00.000Z',
  goneAt: null,
  isPinned: false,
  likes: at === 3 ? null : 1_200 + at * 31,
  comments: 3,
  views: null,
  at24Hours: NONE,
  at72Hours: NONE,
  at7Days: NONE,
}))

const PERIOD = namePeriod({ from: FROM, to: TO })
const ACCOUNT = {
  id: 1,
  username: 'harbour',
  history,
  posts,
  knowsPostsBefore: true,
  ofPeriod: null,
  ofYear: null,
  peers: null,
}

const input: ReportInput = {
  title: 'Harbour Kitchen',
  subject: { kind: 'account', name: 'harbour' },
  period: PERIOD,
  timeZone: 'America/New_York',
  brand: { name: 'Lowtide', colour: '#00656e', logo: null },
  sections: (['summary', 'figures', 'growth', 'moves', 'posts', 'planned'] as const).map((kind) => ({
    kind,
    note: 'A note',
  })),
  accounts: [ACCOUNT],
  accountsLeftOut: 0,
  planned: {
    isCut: false,
    posts: [
      {
        caption: 'The path',
        mediaType: 'carousel',
        imageUrl: null,
        status: 'Approved',
        publishDate: '2026-11-02T04:30:00Z',
        username: 'harbour',
        needsApproval: false,
      },
    ],
  },
  published: { isCut: false, posts: [] },
  ranked: rankPosts([ACCOUNT], PERIOD, 'America/New_York'),
  pictures: new Map(),
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const OTHER_PROCESS = `
import { createHash } from 'node:crypto'
import { buildReport } from './build-report.ts'
import { reportCsv } from './csv.ts'
import { reportPage } from './html/page.ts'
const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const model = buildReport({ ...JSON.parse(Buffer.concat(chunks).toString()), pictures: new Map() })
const hashOf = (text) => createHash('sha256').update(text).digest('hex')
process.stdout.write(hashOf(reportPage(model, '')) + ' ' + hashOf(reportCsv(model)))
`

test.each([
  { TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
  { TZ: 'America/Los_Angeles', LANG: 'C', LC_ALL: 'C' },
])('another process with $TZ and $LANG makes the same bytes', (environment) => {
  const model = buildReport(input)
  const expected = `${hashOf(reportPage(model, ''))} ${hashOf(reportCsv(model))}`
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const options = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', OTHER_PROCESS]
  const made = execFileSync(process.execPath, options, {
    cwd: folder,
    env: { ...process.env, ...environment },
    input: JSON.stringify(input),
  })
  expect(made.toString()).toBe(expected)
})

test('the hour of a planned post is that of the company, and hidden likes are in no mean', () => {
  const html = reportPage(buildReport(input), '')
  // 04:30 in UTC is half past eleven in the evening before, in New York.
  expect(html).toContain('Sun, Nov 1, 23:30')
  expect(html).toContain('1 post with hidden likes is in no mean of likes')
})

test('a gap and a change of source break the line, and a lonely day is a dot', () => {
  const gappy = history.filter(({ date }) => !['2026-10-10', '2026-10-12'].includes(date))
  const broken = gappy.map((entry) => (entry.date === '2026-10-20' ? { ...entry, isCountsBreak: true } : entry))
  const html = reportPage(buildReport({ ...input, accounts: [{ ...ACCOUNT, history: broken }] }), '')
  const [, path = ''] = /class="ln" d="([^"]+)"/.exec(html) ?? []
  expect(path.match(/M/g)).toHaveLength(4)
  expect(html.match(/<line class="brk"/g)).toHaveLength(1)
  expect(html).toContain('since the source changed on Oct 20')
})

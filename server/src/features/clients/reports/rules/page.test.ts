/** The bytes of a report: the same in every process, whatever its time zone and language. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ACCOUNT, reportInput, withBreaks } from '../../../../testing/report-input.ts'
import { buildReport } from './build-report.ts'
import { reportCsv } from './csv.ts'
import { reportPage } from './html/page.ts'

const input = reportInput({
  sections: (['summary', 'figures', 'growth', 'moves', 'posts', 'planned'] as const).map((kind) => ({
    kind,
    note: 'A note',
  })),
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
})

test('a report without a sender begins with its period', () => {
  const page = reportPage(buildReport(reportInput({ brand: { name: null, colour: '#00656e', logo: null } })), '')
  expect(page).toContain('<header class="mast"><div class="for">')
})

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

test('two hundred accounts with figures stay below 300 kB, with room for the typeface', () => {
  const accounts = Array.from({ length: 200 }, (_, id) => ({ ...ACCOUNT, id, username: `harbour.${id}` }))
  const model = buildReport(reportInput({ accounts, sections: input.sections, planned: input.planned }))
  expect(model.sections[1]?.tables[0]?.rows).toHaveLength(201)
  expect(Buffer.byteLength(reportPage(model, ''))).toBeLessThan(300_000 - 52_000)
})

test('a gap and a change of source break the line, and a lonely day is a dot', () => {
  const gappy = ACCOUNT.history.filter(({ date }) => !['2026-10-10', '2026-10-12'].includes(date))
  const history = withBreaks(gappy, '2026-10-20')
  const html = reportPage(buildReport(reportInput({ accounts: [{ ...ACCOUNT, history }] })), '')
  const [, path = ''] = /class="ln" d="([^"]+)"/.exec(html) ?? []
  expect(path.match(/M/g)).toHaveLength(4)
  expect(html.match(/<line class="brk"/g)).toHaveLength(1)
  expect(html).toContain('since the source changed on Oct 20')
})

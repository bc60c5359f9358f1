/** For tests of errors of publishing: a post that meets an answer so many times, and where no token may stand. */
import type { publishingErrors as errors } from '@tangelo/stand-ins'
import { expect } from 'vitest'
import { type PublishingTest, publishing } from './publishing.ts'
import { readTables } from './read-tables.ts'

type Answer = ReturnType<typeof errors.unknown>
export type Line = readonly [name: string, answer: Answer, of: string]

export const MANY = 200
export const CREATE = 'createContainer'

export async function watchPublishing() {
  const lines: string[] = []
  const here = await publishing({ also: { logTo: (line) => lines.push(line) } })
  const tokens = [...here.stand.signIns.living(), here.stand.clientSecret]
  /** One post that meets this answer so many times. */
  const meets = async ([name, answer, of]: Line, count: number) => {
    const { status, body, headers } = answer
    here.stand.faults.next(count, { status, body, ...(headers && { headers }) }, { of })
    return (await here.queueOrThrow(of === 'upload' ? await here.aReel(name) : await here.aPost({ caption: name }))).id
  }
  async function expectNoToken() {
    const ids = await here.database.queries.selectFrom('publications').select('id').execute()
    const asked = ['/api/publications', '/api/attention', '/api/audit-log', '/api/errors', '/api/own-accounts']
    const paths = [...asked, ...ids.map(({ id }) => `/api/publications/${id}`)]
    const answers = await Promise.all(paths.map(async (path) => (await here.ask('admin', 'GET', path)).body))
    const everything = [...answers, ...lines, JSON.stringify(await readTables(here.database))].join('\n')
    for (const token of [...tokens, ...here.stand.signIns.living()]) expect(everything).not.toContain(token)
    expect(everything).not.toMatch(/access_token|OAuth EA/)
  }
  return { here, meets, expectNoToken }
}

export function expectFewWrites({ stand }: PublishingTest) {
  const writes = stand.calls.latest().filter(({ operation }) => [CREATE, 'upload', 'publish'].includes(operation))
  expect(writes.length).toBeLessThan(16)
}

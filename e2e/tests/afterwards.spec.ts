/** When everything else has run: what was secret is nowhere in what the servers left behind. */
import { expect, test } from '@playwright/test'
import { clearLeft, listLeftFolders, readLeftovers, secretsOf } from '../support/left-behind.ts'

/** As it is, and as it would look packed up. */
const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  return [
    ...new Set([
      secret,
      bytes.toString('hex'),
      bytes.toString('base64').replace(/=+$/, ''),
      encodeURIComponent(secret),
    ]),
  ]
}

test.afterAll(clearLeft)

test('no password, token or secret of the whole run is in a store, a backup, a file or a log', async () => {
  test.setTimeout(60_000)
  const hits: string[] = []
  const seen = { secrets: 0, stores: 0, backups: 0, lines: 0, controls: 0 }
  for (const folder of await listLeftFolders()) {
    const secrets = await secretsOf(folder)
    const forms = secrets.flatMap(formsOf)
    seen.secrets += secrets.length
    for await (const { what, bytes } of readLeftovers(folder)) {
      // The secret itself stays out of the report: it would be in the next log.
      for (const form of forms) if (bytes.includes(form)) hits.push(`${what}: a secret of ${form.length} characters`)
      // What is known to be there is found the same way, or the search is blind.
      if (bytes.includes('citrus.daily')) seen.controls += 1
      if (what === 'rows of the store') seen.stores += 1
      if (what.endsWith('.tar')) seen.backups += 1
      if (what === 'log')
        seen.lines += bytes
          .toString()
          .split('\n')
          .filter((line) => line.startsWith('{')).length
    }
  }
  expect(hits).toEqual([])
  expect(seen.secrets, 'secrets that were used').toBeGreaterThan(3)
  expect(seen.backups, 'backups that were looked through').toBeGreaterThan(0)
  expect(seen.lines, 'lines of logs').toBeGreaterThan(20)
  expect(seen.controls, 'the store, its rows and its backup hold what was put there').toBeGreaterThanOrEqual(3)
  test.info().annotations.push({ type: 'looked through', description: JSON.stringify(seen) })
})

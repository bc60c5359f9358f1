/** The stored form of an error contains no credentials. */
import { expect, test } from 'vitest'
import { reportOf, withoutSecrets } from './error-log.rules.ts'

const SECRETS = ['hunter2 with spaces', 'short']

test.each([
  ['what a setting holds', 'refused hunter2 with spaces', 'refused …'],
  ['a setting that is a plain word', 'in short: no', 'in short: no'],
  ['a bearer token', 'sent Authorization: Bearer abc.def-1', 'sent Authorization: Bearer …'],
  ['a password in an address', 'connect postgres://tangelo:pw@db:5432/x', 'connect postgres://…@db:5432/x'],
  [
    'what an address asks with',
    'GET https://a.test/x?fields=id&access_token=E1',
    'GET https://a.test/x?fields=…&access_token=…',
  ],
  ['a named secret', 'got {"clientSecret":"ab c","name":"x"}', 'got {"clientSecret":…,"name":"x"}'],
  ['a named password', 'password = tiger, user = x', 'password = …, user = x'],
  ['a long random word', `no session ${'aB3_'.repeat(11)}`, 'no session …'],
  ['a UUID', 'render 00000000-0000-4000-8000-0000000000a1', 'render 00000000-0000-4000-8000-0000000000a1'],
  ['plain words', 'The disk of the server is full', 'The disk of the server is full'],
])('%s', (_, text, shown) => {
  expect(withoutSecrets(text, SECRETS)).toBe(shown)
})

test('the place is ours, without the path of the machine; figures do not make another fault', () => {
  const one = new Error('row 12 is not there')
  one.stack =
    'Error: x\n    at f (/opt/t/node_modules/a.js:1:2)\n    at g (file:///opt/t/server/src/features/a/a.service.ts:7:9)'
  const two = new Error('row 13 is not there')
  two.stack = one.stack
  const report = reportOf({ err: one, reqId: 'r-1' }, 'request failed', [])
  expect(report).toMatchObject({
    message: 'Error: row 12 is not there',
    place: 'features/a/a.service.ts:7',
    requestId: 'r-1',
  })
  expect(reportOf({ error: two }, 'request failed', []).fingerprint).toBe(report.fingerprint)
  expect(reportOf({ error: two }, 'purging failed', []).fingerprint).not.toBe(report.fingerprint)
})

test('a value that is not an error is named after the action that failed; a long text is cut', () => {
  expect(reportOf({ id: 4 }, 'A job failed for good', [])).toMatchObject({
    message: 'A job failed for good',
    place: null,
  })
  expect(reportOf({ err: new Error('so '.repeat(5_000)) }, 'x', []).message).toHaveLength(500)
})

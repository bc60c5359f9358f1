/** OWASP ASVS 5.0, chapters V6 to V8: a test for each row that applies, named after it. The table is docs/asvs.md. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { WORDS_OF_THE_HOUSE } from '#platform/passwords.ts'
import { inRepository, SIGN_IN } from './asvs.ts'

describe('V6.1 what is written down', () => {
  test('ASVS 6.1.1 how guessing is slowed down, and that no user is locked out by another', () => {
    for (const rule of [
      '5 wrong passwords',
      '30 seconds',
      '15 minutes',
      '50 failures',
      'no user can lock a colleague out',
    ])
      expect(SIGN_IN).toContain(rule)
  })

  test('ASVS 6.1.2 the words that make no password here', () => {
    for (const word of WORDS_OF_THE_HOUSE) expect(SIGN_IN).toContain(`\`${word}\``)
  })

  test('ASVS 6.1.3 every way in, with its strength', () => {
    for (const way of ['username and password', 'the same, then a code', 'API token', 'operator key'])
      expect(SIGN_IN).toContain(`| ${way} |`)
  })
})

test('every row of docs/asvs.md that applies names a file with a test of its name', () => {
  const rows = [...readFileSync(inRepository('docs/asvs.md'), 'utf8').matchAll(/^\| (\d\.\d\.\d+) \|.*\| (\S+) \|$/gm)]
  expect(rows.length).toBeGreaterThan(50)
  for (const [, row = '', file = ''] of rows) {
    const path = inRepository(file)
    expect(existsSync(path), file).toBe(true)
    expect(readFileSync(path, 'utf8'), `a test named ASVS ${row}`).toMatch(new RegExp(`test\\('[^']*ASVS ${row}[ ,]`))
  }
})

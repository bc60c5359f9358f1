import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, withoutMarks } from './csv.ts'

test.each([
  ['=1+1', '"\'=1+1"'],
  ['+41 44 000', '"\'+41 44 000"'],
  ['-5', '"\'-5"'],
  ['@SUM(A1)', '"\'@SUM(A1)"'],
  ['\t=1', '"\'\t\'=1"'],
  ['\rx', '"\'\rx"'],
  [' =1', '"\' =1"'],
  ['＝1', '"\'＝1"'],
  ['a;=cmd', '"a;\'=cmd"'],
  ['a\n"@b', '"a\n\'""@b"'],
  ['say "hi", all', '"say ""hi"", all"'],
  ['a-b=c+d@e', '"a-b=c+d@e"'],
  ['', '""'],
])('%j stays text in a spreadsheet', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})

test('numbers are numbers, and nothing is an empty cell', () => {
  expect(csvLine([7, -1, null, 'x'])).toBe('7,-1,"","x"\r\n')
})

const cellOf = (text: string) => csvLine([text]).slice(1, -3).replaceAll('""', '"')

test.each(["'=1", "''@x", "'\t=1", "a;'=1", "\r\n''+", "it's", "'", '"\'=1'])('%j comes back as it was', (text) => {
  expect(withoutMarks(cellOf(text))).toBe(text)
})

test('any text comes back as it was, and no cell begins like a formula', () => {
  const piece = fc.constantFrom("'", '=', '-', '@', '\uFF1D', '\t', '\r', '\n', ';', ' ', '"', 'a', '🍊')
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('')),
      (text) => {
        expect(withoutMarks(cellOf(text))).toBe(text)
        expect(cellOf(text)).not.toMatch(/(?:^|[;\t\r\n])[^\S\t\r\n"]*[=+\-@\uFF1D]/)
      },
    ),
    { numRuns: 2_000 },
  )
})

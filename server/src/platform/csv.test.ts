import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

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

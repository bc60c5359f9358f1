import { expect, test } from 'vitest'
import { countSheets } from './lay-out-pages.ts'

const MM = 96 / 25.4

test.each([
  [0, 1],
  [178, 1],
  [178 + 218, 2],
  [178 + 3 * 218, 4],
  // A browser rounds.
  [178 + 218 - 0.4, 2],
])('columns %f mm wide are %i sheets', (mm, sheets) => expect(countSheets(mm * MM)).toBe(sheets))

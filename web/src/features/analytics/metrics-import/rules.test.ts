/** Which files are worth sending. */
import { expect, test } from 'vitest'
import { fileError } from './rules.ts'

test.each([
  ['profiles.json', 10, undefined],
  ['PROFILES.JSONL', 10, undefined],
  ['days.csv', 10, undefined],
  ['days.csv', 0, 'This file is empty. Choose another one.'],
  ['photo.png', 10, 'This is not a JSON or CSV file. Choose a file that ends in .json, .jsonl, .ndjson or .csv.'],
  [
    'days.csv',
    512 * 1024 * 1024 + 1,
    'This file is larger than 512 MB. Split it and import the parts one after the other.',
  ],
])('%s of %i bytes', (name, size, error) => expect(fileError({ name, size })).toBe(error))

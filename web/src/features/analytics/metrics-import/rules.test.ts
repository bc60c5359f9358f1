/** Which files are worth sending. */
import { expect, test } from 'vitest'
import { fileError } from './rules.ts'

test.each([
  [10, undefined],
  [0, 'This file is empty. Choose another one.'],
  [512 * 1024 * 1024 + 1, 'This file is larger than 512 MB. Split it and import the parts one after the other.'],
])('a file of %i bytes: %s', (size, error) => expect(fileError({ size })).toBe(error))

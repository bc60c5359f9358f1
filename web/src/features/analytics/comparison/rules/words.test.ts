import { expect, test } from 'vitest'
import { formatTicks } from './words.ts'

test('the labels of one axis have as many decimals as keep them apart', () => {
  expect(formatTicks('comments', [2.99, 2.995, 3])).toEqual(['2.990', '2.995', '3.000'])
  expect(formatTicks('growth', [0.01, 0.02])).toEqual(['1%', '2%'])
})

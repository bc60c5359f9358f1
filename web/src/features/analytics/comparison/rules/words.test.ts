import { expect, test } from 'vitest'
import { formatTicks, shortNames } from './words.ts'

test('the labels of one axis have as many decimals as keep them apart', () => {
  expect(formatTicks('comments', [2.99, 2.995, 3])).toEqual(['2.990', '2.995', '3.000'])
  expect(formatTicks('growth', [0.01, 0.02])).toEqual(['1%', '2%'])
})

test('names that are too long for a narrow place keep what tells them apart', () => {
  expect(shortNames(['lowtide.marlow.kids', 'lowtide.marlow.berlin'])).toEqual(['…kids', '…berlin'])
  expect(shortNames(['lowtide_coffee_bar', 'lowtide_coffee_bar_two'])).toEqual(['…bar', '…bar_two'])
  expect(shortNames(['tide.kids', 'tide.berlin'])).toEqual(['tide.kids', 'tide.berlin'])
  expect(shortNames(['lowtide.marlow.kids'])).toEqual(['lowtide.marlow.kids'])
  expect(shortNames(['lowtide.marlow.kids', 'another.name'])).toEqual(['lowtide.marlow.kids', 'another.name'])
})

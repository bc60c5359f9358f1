import { expect, test } from 'vitest'
import { mergeSlots } from './rules.ts'

const at = (...times: string[]) => times.map((time) => ({ weekday: 1, time }))

test('slots that a colleague added or removed meanwhile stay so, beside what is changed here', () => {
  const merged = mergeSlots({
    before: at('08:00', '12:00', '18:00'),
    mine: at('08:00', '12:00', '20:00'),
    theirs: at('08:00', '18:00', '09:30'),
  })
  expect(merged).toEqual(at('08:00', '09:30', '20:00'))
})

import { expect, test } from 'vitest'
import { mergeLists } from './merge-lists.ts'

const at = (...times: string[]) => times.map((time) => ({ weekday: 1, time }))

test('what a colleague added or removed meanwhile stays so, beside what is changed here', () => {
  const merged = mergeLists(
    {
      before: at('08:00', '12:00', '18:00'),
      mine: at('08:00', '12:00', '20:00'),
      theirs: at('08:00', '18:00', '09:30'),
    },
    ({ weekday, time }) => `${weekday} ${time}`,
  )
  expect(merged).toEqual(at('08:00', '09:30', '20:00'))
})

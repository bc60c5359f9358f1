import { expect, test } from 'vitest'
import { dueFloors } from './due-floors.ts'
import { timeOrderedIds } from './time-ordered-id.ts'

const newId = timeOrderedIds()
const at = (moment: number, dueAt = 0) => ({ id: newId(moment), dueAt })

test('looks that were woken begin with what was made five seconds before the first, those of the timer nowhere', () => {
  const floors = dueFloors()
  expect(floors.at('wake')).toEqual({})
  const first = newId(60_000)
  floors.note('busy', { id: first, dueAt: 0 })
  floors.note('idle', null)
  const { busy = '' } = floors.at('wake')
  expect(Object.keys(floors.at('wake'))).toEqual(['busy'])
  expect([timeOrderedIds()(54_999) < busy, busy <= timeOrderedIds()(55_000), busy < first]).toEqual([true, true, true])
  expect(floors.at('timer')).toEqual({})
})

test('where nothing is due any more, or only what had to wait, the next look begins at the beginning', () => {
  const floors = dueFloors()
  floors.note('busy', at(60_000))
  floors.note('busy', null)
  expect(floors.at('wake')).toEqual({})
  floors.note('busy', at(60_000))
  floors.note('busy', at(50_000, 59_000))
  expect(floors.at('wake')).toEqual({})
})

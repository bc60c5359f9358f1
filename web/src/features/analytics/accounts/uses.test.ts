/** What is said of accounts that are moved or deleted. */
import type { AccountUses } from '@tangelo/contract'
import { expect, test } from 'vitest'
import { sumUses } from './rules/uses.ts'
import { texts } from './texts/uses.ts'

const some = (part: Partial<AccountUses> = {}): AccountUses => ({
  companyId: 1,
  companyName: 'ACME',
  groups: 0,
  emptyGroups: 0,
  emptyGroupLinks: 0,
  emptyGroupSchedules: 0,
  calendars: 0,
  links: 0,
  reportSchedules: 0,
  connections: 0,
  ...part,
})

test('what there is none of is not mentioned', () => {
  expect(texts.move(sumUses([some()]), true)).toEqual([
    'It takes its history, posts and tags along. Drafts stay with ACME but lose their account; finished reports stay.',
  ])
  expect(texts.remove(sumUses([some()]), false)).toEqual([])
})

test('one account and what refers to it', () => {
  const uses = sumUses([some({ groups: 1, calendars: 2, links: 2, reportSchedules: 1, connections: 1 })])
  const left = [
    'It leaves 1 group and 2 shared calendars of ACME.',
    '2 links to it no longer open.',
    '1 report schedule of it makes no more reports.',
  ]
  expect(texts.move(uses, true).slice(1)).toEqual([...left, 'Its owner has to connect it again.'])
  expect(texts.remove(uses, true)).toEqual(left)
})

test('accounts of several companies are counted together, without the name of one', () => {
  const uses = sumUses([
    some({ groups: 2, links: 1, connections: 1 }),
    some({ companyId: 2, companyName: 'Grove', groups: 1_000, reportSchedules: 2, connections: 1 }),
  ])
  expect(texts.move(uses, false)).toEqual([
    'They take their history, posts and tags along. Drafts stay but lose their account; finished reports stay.',
    'They leave 1,002 groups.',
    '1 link to them no longer opens.',
    '2 report schedules of them make no more reports.',
    '2 connected accounts have to be connected again.',
  ])
})

test.each([
  [{ emptyGroups: 1 }, '1 group is empty then.'],
  [{ emptyGroups: 1, emptyGroupLinks: 1 }, '1 group is empty then: its link shows nothing.'],
  [
    { emptyGroups: 1, emptyGroupLinks: 1, emptyGroupSchedules: 1 },
    '1 group is empty then: its link and its report schedule show nothing.',
  ],
  [
    { emptyGroups: 2, emptyGroupLinks: 3, emptyGroupSchedules: 1 },
    '2 groups are empty then: their 3 links and their report schedule show nothing.',
  ],
  [{ emptyGroups: 2, emptyGroupSchedules: 2 }, '2 groups are empty then: their 2 report schedules show nothing.'],
])('groups that keep no account are named with what shows nothing then: %j', (part, sentence) => {
  const uses = sumUses([some(part)])
  expect(texts.move(uses, false).slice(1)).toEqual([sentence])
  expect(texts.remove(uses, true)).toEqual([sentence])
})

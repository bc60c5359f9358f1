import { expect, test } from 'vitest'
import {
  accountSearch,
  compareSearch,
  dashboardSearch,
  planningSearch,
  pricingSearch,
  reelImportsSearch,
} from './search.ts'
import { parseSearch, stringifySearch } from './search-values.ts'

test.each([
  [{}, {}],
  [{ sort: 'followers', q: '' }, {}],
  [
    { sort: 'recent', q: 'nasa' },
    { sort: 'recent', q: 'nasa' },
  ],
  [{ sort: 'price', q: 4 }, {}],
])('dashboard %j keeps %j', (raw, kept) => {
  expect(dashboardSearch(raw)).toEqual(kept)
})

test.each([
  [{ range: '30' }, {}],
  [{ range: 'year' }, { range: 'year' }],
  [{ range: '31' }, {}],
  [{ range: '7', from: '2026-01-01' }, { range: '7' }],
  [
    { range: 'custom', from: '2026-01-01', to: 'soon' },
    { range: 'custom', from: '2026-01-01' },
  ],
  [{ range: 'custom', from: '2026-13-01' }, { range: 'custom' }],
  [
    { range: 'custom', from: '2026-02-30', to: '2026-03-02' },
    { range: 'custom', to: '2026-03-02' },
  ],
])('account %j keeps %j', (raw, kept) => {
  expect(accountSearch(raw)).toEqual(kept)
})

test.each([
  [
    { folder: 'abc', success: 'true' },
    { folder: 'abc', success: 'true' },
  ],
  [{ success: 'yes', folder: 'x'.repeat(201) }, {}],
  [{ success: 'true', error: 'y'.repeat(300) }, { error: 'y'.repeat(200) }],
])('reel imports %j keeps %j', (raw, kept) => {
  expect(reelImportsSearch(raw)).toEqual(kept)
})

test.each([
  [{ success: 'true' }, { success: 'true' }],
  [{ success: 'yes', setup_intent: 'seti_1' }, {}],
])('pricing %j keeps %j', (raw, kept) => expect(pricingSearch(raw)).toEqual(kept))

test('an address is plain words, there and back', () => {
  expect(stringifySearch({ sort: 'recent', q: 'green tea & co', from: undefined })).toBe(
    '?sort=recent&q=green+tea+%26+co',
  )
  expect(stringifySearch({ accounts: '1,2' })).toBe('?accounts=1,2')
  expect(stringifySearch({})).toBe('')
  expect(parseSearch('?range=7&q=1e3')).toEqual({ range: '7', q: '1e3' })
})

test.each([
  [{ columns: '4', media: '' }, {}],
  [
    { columns: '6', media: 'reel', find: 'sea' },
    { columns: '6', media: 'reel', find: 'sea' },
  ],
  [{ columns: '7', media: 'poem', post: '../etc' }, {}],
  [{ post: 'rec0A1b2C3d4E5f6G' }, { post: 'rec0A1b2C3d4E5f6G' }],
  [{ client: '7' }, { client: '7' }],
  [{ client: 'all' }, {}],
])('Content Planning in the address: %j', (raw, search) => expect(dashboardSearch(raw)).toEqual(search))

test.each([
  [
    { tab: 'calendar', view: 'week', date: '2026-11-23', q: 'sea', account: '4', assignee: '5', client: '7' },
    { tab: 'calendar', view: 'week', date: '2026-11-23', q: 'sea', account: '4', assignee: '5', client: '7' },
  ],
  [
    { tab: 'approvals', status: 'approved', columns: '6' },
    { tab: 'approvals', status: 'approved', columns: '6' },
  ],
  [
    { tab: 'drafts', view: 'month', date: 'soon', q: '', account: '0', assignee: 'me', status: 'LOST?', post: '..' },
    {},
  ],
])('Planning in the address: %j', (raw, search) => expect(planningSearch(raw)).toEqual(search))

test.each([
  [{ accounts: '3,1', scale: 'indexed', period: '180' }, { accounts: '3,1' }],
  [
    { accounts: 'none', scale: 'absolute', period: 'year', group: '4', exclude: '5,6' },
    { accounts: 'none', scale: 'absolute', period: 'year', group: '4', exclude: '5,6' },
  ],
  [{ accounts: '1,2,3,4,5,6', period: '30', group: 'x', exclude: ',', client: '0' }, {}],
  [{ client: '7' }, { client: '7' }],
])('a comparison in the address: %j', (raw, search) => expect(compareSearch(raw)).toEqual(search))

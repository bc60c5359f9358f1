import { expect, test } from 'vitest'
import { type ApifyItem, apifyErrorProblems, apifyItemProblems, apifyProfiles } from './index.ts'

const everyItem = (): ApifyItem[] => {
  const { items, errorItems } = apifyProfiles.synthetic()
  const answered = apifyProfiles
    .samples()
    .flatMap(({ part, body }) => (part === 'response' ? (body as ApifyItem[]) : []))
  return [
    ...apifyProfiles.loadDocumented().map(({ item }) => item),
    ...items,
    ...errorItems.map(({ item }) => item),
    ...answered,
  ]
}

test('every stored item is valid by the contract', () => {
  const items = everyItem()
  expect(items.length).toBeGreaterThan(17)
  for (const item of items) expect(apifyItemProblems(item), String(item.username ?? item.url)).toEqual([])
})

test('every stored error answer is valid by the contract', () => {
  const errors = apifyProfiles.samples().filter(({ part }) => part === 'error')
  expect(errors).toHaveLength(8)
  for (const { name, body } of errors) expect(apifyErrorProblems(body), name).toEqual([])
  expect(apifyErrorProblems({ error: 'run-failed' })).not.toEqual([])
})

const planted: [string, (item: ApifyItem) => unknown][] = [
  ['followers as text', (item) => ({ ...item, followersCount: '96323377' })],
  ['followers below zero', (item) => ({ ...item, followersCount: -1 })],
  ['no followers and no error', ({ followersCount: _, ...item }) => item],
  ['a name of 31 characters', (item) => ({ ...item, username: 'x'.repeat(31) })],
  ['thirteen latest posts', (item) => ({ ...item, latestPosts: Array(13).fill((item.latestPosts as unknown[])[0]) })],
  ['a post of an unknown type', (item) => withPost(item, { type: 'Story' })],
  ['likes below the mark for hidden', (item) => withPost(item, { likesCount: -2 })],
  ['a post time that is none', (item) => withPost(item, { timestamp: 'yesterday' })],
  ['figures and an error in one', (item) => ({ error: 'not_found', followersCount: item.followersCount })],
  ['a list', (item) => [item]],
]

test.each(planted)('the contract refuses %s', (_, spoil) => {
  const item = apifyProfiles.loadDocumented()[0]?.item ?? {}
  expect(apifyItemProblems(item)).toEqual([])
  expect(apifyItemProblems(spoil(item))).not.toEqual([])
})

function withPost(item: ApifyItem, change: ApifyItem): ApifyItem {
  const [first, ...others] = item.latestPosts as ApifyItem[]
  return { ...item, latestPosts: [{ ...first, ...change }, ...others] }
}

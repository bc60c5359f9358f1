/** Data sets with something wrong: what is good in them is read, what is not is refused with a sentence. */
import type { ApifyItem } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { UnreadableFile } from '#ports/figures-file.ts'
import { NOW, readContent, readingsOf, refusalsOf } from './testing/read-content.ts'

const MB = 1024 * 1024
const item = (username: string, change: ApifyItem = {}): ApifyItem => ({ username, followersCount: 10, ...change })
const three = [item('one'), item('two', { fullName: 'Zwei {"[ü]"} \\' }), item('three')]

describe('data sets with something wrong', () => {
  const good = JSON.stringify(three).slice(0, -1)

  test.each([
    ['breaks off inside an item', `${good},{"username":"fo`],
    ['breaks off between items', `${good},`],
    ['breaks off before its end', good],
    ['has a mistake', `${good},{"username":tru}]`],
    ['goes on after its end', `${good}] and more`],
    ['holds NUL bytes', `${good},\0\0]`],
    ['is a wrapper that breaks off', `{"items":${good},{"user`],
  ])('a list that %s gives the good items first', async (_, content) => {
    const records = await readContent(content)
    expect(records.slice(0, 3).map(({ reading }) => reading?.username)).toEqual(['one', 'two', 'three'])
    expect(records.slice(3)).toEqual([
      { line: 4, refused: 'is not valid JSON: nothing after it was read', breaksOff: true },
    ])
  })

  test('of two wrappers in one file the first is read', async () => {
    const wrapper = JSON.stringify({ items: three })
    const records = await readContent(`${wrapper}\n${wrapper}`)
    expect(records.map(({ reading }) => reading?.username)).toEqual(['one', 'two', 'three', undefined])
    expect(records[3]).toEqual({ line: 4, refused: 'is not valid JSON: nothing after it was read', breaksOff: true })
  })

  test('a broken line is refused alone', async () => {
    const lines = three.map((one) => JSON.stringify(one))
    for (const at of [0, 1, 2]) {
      const content = lines.with(at, '{"username":"fo').join('\n')
      expect(await refusalsOf(content)).toEqual([`${at + 1}: is not valid JSON`])
      expect(await readContent(content)).toHaveLength(3)
    }
  })

  test('an item over 24 MB is refused: alone among lines, as the last one in a list', async () => {
    const huge = [item('one'), item('huge', { biography: 'x'.repeat(25 * MB) }), item('three')]
    expect(await readContent(huge.map((one) => JSON.stringify(one)).join('\n'))).toMatchObject([
      { line: 1, reading: { username: 'one' } },
      { line: 2, refused: 'is larger than 24 MB' },
      { line: 3, reading: { username: 'three' } },
    ])
    const manyWords = item('huge', { words: Array(400).fill('several'.repeat(10_000)) })
    for (const list of [huge, huge.with(1, manyWords)]) {
      expect(await readContent(JSON.stringify(list))).toMatchObject([
        { line: 1, reading: { username: 'one' } },
        { line: 2, refused: 'is larger than 24 MB: nothing after it was read', breaksOff: true },
      ])
    }
  }, 60_000)

  test('brackets without end are refused before they fill the memory', async () => {
    await expect(readContent('['.repeat(MB))).rejects.toThrow(UnreadableFile)
    await expect(readContent('{"a":'.repeat(MB))).rejects.toThrow(UnreadableFile)
    expect(await refusalsOf(`[${JSON.stringify(item('one'))},${'['.repeat(MB)}`)).toEqual([
      '2: is nested too deeply: nothing after it was read',
    ])
  })

  test('what is not a profile is refused by its number', async () => {
    expect(await refusalsOf(JSON.stringify([1, null, item('one'), [item('two')], { a: 1 }]))).toEqual([
      '1: is not a profile',
      '2: is not a profile',
      '4: is not a profile',
      '5: username is missing',
    ])
  })

  test('a name in the prototype changes nothing', async () => {
    const content =
      '[{"__proto__":{"followersCount":5},"username":"one"},{"username":"two","followersCount":1,"__proto__":{"x":1}}]'
    expect(await readContent(content)).toMatchObject([
      { refused: '@one: followersCount is missing' },
      { reading: { username: 'two', followers: 1 } },
    ])
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  test.each([
    ['an empty list', '[]', 'This JSON file holds no Instagram profiles'],
    ['an empty object', '{}', 'This JSON file holds no Instagram profiles'],
    ['empty lists in a wrapper', '{"items":[],"errorItems":[]}', 'This JSON file holds no Instagram profiles'],
    [
      'settings of something else',
      '{\n "name": "x",\n "private": true\n}',
      'This JSON file holds no Instagram profiles',
    ],
    ['a list that breaks off at once', '[{"username":"na', 'The first item of this JSON file is not valid JSON'],
    ['an object that breaks off at once', '{"username":"na', 'The first item of this JSON file is not valid JSON'],
    ['a bracket', '[', 'The first item of this JSON file is not valid JSON'],
  ])('%s is refused as a whole', async (_, content, message) => {
    await expect(readContent(content)).rejects.toThrow(new UnreadableFile(message))
  })

  test('figures from the future are refused', async () => {
    const ahead = new Date(NOW + 6 * 60_000).toISOString()
    const content = JSON.stringify([item('one', { scrapedAt: ahead })])
    expect(await refusalsOf(content)).toEqual([`1: @one: scrapedAt "${ahead}" is in the future`])
    expect(await readingsOf(content, { now: () => NOW + 60_000 })).toMatchObject([{ capturedAt: NOW + 6 * 60_000 }])
  })
})

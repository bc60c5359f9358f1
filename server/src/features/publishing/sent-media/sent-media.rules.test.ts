import { expect, test } from 'vitest'
import { mp4Of } from '#testing/made-mp4.ts'
import { factsOf, kindOf, mediaOf } from './sent-media.rules.ts'

const item = { image_url: '/media/u/a', images: null, video_url: null, media_key: 'image' }
const like = (
  changes: Partial<{
    image_url: string | null
    images: string | null
    video_url: string | null
    media_key: string | null
  }>,
) => Object.assign({}, item, changes)

test('a video says its length and its sides in its first bytes', () => {
  expect(factsOf(mp4Of(12.5, 4_000), 70_000_000)).toEqual({
    type: 'video',
    format: 'mp4',
    bytes: 70_000_000,
    width: 1080,
    height: 1920,
    seconds: 12.5,
  })
})

test('a picture says its format and its sides in its first bytes', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452000004380000054608020000000', 'hex')
  expect(factsOf(png, 100)).toMatchObject({ format: 'png', width: 1080, height: 1350 })
  const gif = Buffer.from('474946383961380446050000', 'hex')
  expect(factsOf(gif, 100)).toMatchObject({ format: 'gif', width: 1080, height: 1350 })
  expect(factsOf(Buffer.from('none of these'), 13)).toMatchObject({ format: 'unknown', width: 0 })
})

test('what an item becomes follows from its kind and its media, unless a person says', () => {
  expect(kindOf(item, {})).toBe('image')
  expect(kindOf(like({ media_key: 'video', video_url: '/media/v/a' }), {})).toBe('reel')
  expect(kindOf(like({ media_key: null, images: '["a","b"]' }), {})).toBe('carousel')
  expect(kindOf(item, { as: 'story' })).toBe('story')
})

test('a carousel sends its pictures in order, an image the first, a reel its video', () => {
  expect(mediaOf(like({ images: '["a","b"]' }), 'carousel')).toEqual(['a', 'b'])
  expect(mediaOf(like({ images: '["a","b"]' }), 'image')).toEqual(['a'])
  expect(mediaOf(like({ video_url: 'v' }), 'reel')).toEqual(['v'])
  expect(mediaOf(item, 'reel')).toEqual([])
})

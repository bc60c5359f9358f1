/** How a rehearsal says what it saw: days, sizes, parts of a carousel, and what an app does by hand. */
import { expect, test } from 'vitest'
import { account, DAY_MS, like, NOW, picture, video, withMedia } from '../../../testing/rehearsal-samples.ts'
import { rehearse } from './rehearsal.rules.ts'

test('a post that goes out after the access would end is planned all the same, because access is renewed before', () => {
  const checks = rehearse(like({ at: NOW + 300 * DAY_MS }))
  expect(checks.find(({ key }) => key === 'access')).toMatchObject({
    state: 'passed',
    detail: 'Good until Jan 2, 2027, and renewed by itself before that',
  })
})

test('days are named as people write them, on the clocks of the company', () => {
  const endsAt = (expiresAt: number, timeZone: string) =>
    rehearse(Object.assign(account({ expiresAt }), { timeZone })).find(({ key }) => key === 'access')?.detail
  const late = Date.parse('2026-12-30T23:30:00Z')
  expect(endsAt(late, 'UTC')).toBe('Good until Dec 30')
  expect(endsAt(late, 'Asia/Tokyo')).toBe('Good until Dec 31')
  expect(endsAt(late + DAY_MS, 'Asia/Tokyo')).toBe('Good until Jan 1, 2027')
})

test('by hand the app of Instagram cuts and converts, so that neither is a fault, nor done here', () => {
  const tall = like({ how: 'remind', media: [withMedia({ width: 1000, height: 1500 })] })
  expect(rehearse(tall).find(({ key }) => key === 'media')).toMatchObject({
    state: 'warning',
    detail: 'It is 1000 by 1500: Instagram takes 4:5 to 1.91:1, and its app lets you cut it.',
    fix: null,
  })
  const png = like({ how: 'remind', media: [withMedia({ format: 'png' })] })
  expect(rehearse(png).find(({ key }) => key === 'media')?.detail).toBe(
    "The picture is a PNG: Instagram's app converts it",
  )
})

test('a small file has its size in kB, never 0.0 MB', () => {
  const sizeOf = (bytes: number) =>
    rehearse(like({ media: [withMedia({ bytes })] })).find(({ key }) => key === 'media')?.detail
  expect(sizeOf(900_000)).toBe('1080 by 1350, 0.9 MB')
  expect(sizeOf(100_000)).toBe('1080 by 1350, 0.1 MB')
  expect(sizeOf(99_000)).toBe('1080 by 1350, 99 kB')
  expect(sizeOf(400)).toBe('1080 by 1350, 1 kB')
})

test('a carousel of pictures and a video says what it has, and which part breaks a rule', () => {
  const both = like({ kind: 'carousel', media: [picture, video, picture] })
  expect(rehearse(both).find(({ key }) => key === 'media')).toMatchObject({
    state: 'passed',
    detail: '2 pictures and 1 video',
  })
  const short = like({ kind: 'carousel', media: [picture, withMedia({ seconds: 2 }, video)] })
  expect(rehearse(short).find(({ key }) => key === 'media')).toMatchObject({
    state: 'blocked',
    title: 'Video 2 is too short',
  })
})

/** How a render reads while it goes, when it is asked about again, and where its video is. */
import { isRenderId } from '@tangelo/contract/render-id'
import { expect, test } from 'vitest'
import { aRender } from '../../../testing/reels.ts'
import { headlineOf, stepOf, timeLeft } from './rules/progress.ts'
import { getPollDelayMs } from './rules/status.ts'
import { downloadOf, isWatchable, videoOf } from './rules/video.ts'

test.each([
  ['processing', 15_000],
  [undefined, 30_000],
  ['completed', false],
  ['succeeded', false],
  ['failed', false],
] as const)('%s is asked about again after %s', (status, after) => expect(getPollDelayMs(status)).toBe(after))

test.each([
  [null, null],
  [0, 'a few seconds left'],
  [9.9, 'a few seconds left'],
  [11, 'about 20 seconds left'],
  [50, 'about 50 seconds left'],
  [51, 'about 1 minute left'],
  [89, 'about 1 minute left'],
  [91, 'about 2 minutes left'],
  [3_600, 'about 60 minutes left'],
])('%s seconds: %s', (seconds, text) => expect(timeLeft(seconds)).toBe(text))

test.each([
  [{ progress: 0.639, secondsLeft: 61 }, '63%', 'about 1 minute left'],
  [{ progress: 0.01, secondsLeft: null }, '1%', null],
  [{ waitingBefore: 0 }, null, 'In the queue'],
  [{ waitingBefore: 1 }, null, 'In the queue, 1 render is ahead'],
  [{ waitingBefore: 3 }, null, 'In the queue, 3 renders are ahead'],
])('%j: %s, %s', (part, percent, text) => {
  expect(headlineOf(aRender({ waitingBefore: null, ...part }))).toEqual({ percent, text })
})

test.each([
  [{ framesDone: null, frames: null }, 'The images are being prepared.'],
  [{ framesDone: 1_291, frames: 1_465 }, 'Frame 1,291 of 1,465.'],
  [{ framesDone: 465, frames: 465 }, 'The video is being stored.'],
  [{ waitingBefore: 2 }, ''],
])('%j: %s', (part, text) => expect(stepOf(aRender({ waitingBefore: null, ...part }))).toBe(text))

test.each([
  ['https://cdn.example.com/a.mp4', true],
  ['http://cdn.example.com/a.mp4', true],
  ['/media/v/abc', true],
  ['ftp://cdn.example.com/a.mp4', false],
  ['', false],
  [null, false],
])('%s can be watched: %s', (url, can) => expect(isWatchable(url)).toBe(can))

test('a video of this server is downloaded under a good name, any other from where it is', () => {
  expect(downloadOf('/media/v/abc', 'Ferry & co.')).toBe('/media/v/abc?download=Ferry%20%26%20co.')
  expect(downloadOf('https://cdn.example.com/a.mp4', 'Ferry')).toBe('https://cdn.example.com/a.mp4')
})

test('the video is where the render says, or its first output', () => {
  expect(videoOf(aRender({ url: null, outputs: [{ url: '/media/v/two' }] }))).toBe('/media/v/two')
  expect(videoOf(aRender({ url: '/media/v/one' }))).toBe('/media/v/one')
  expect(videoOf(aRender())).toBeNull()
})

test('only a UUID is the id of a render', () => {
  expect(isRenderId('0b5f2f60-3f9c-4bb5-9e4f-0d7a4f3f7d11')).toBe(true)
  expect(isRenderId('42')).toBe(false)
})

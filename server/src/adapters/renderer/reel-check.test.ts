import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findEncoder } from './encoder.ts'
import { checkReel } from './reel-check.ts'

const SOUND = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000']
const PICTURES = [
  '-pix_fmt',
  'yuv420p',
  '-profile:v',
  'high',
  '-x264-params',
  'keyint=60:min-keyint=60:scenecut=0:bframes=2',
]
const FINISH = ['-use_editlist', '0', '-movflags', '+faststart']

let folder = ''
let encoder = ''
let good = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tangelo-check-'))
  encoder = (await findEncoder({ ffmpegPath: null, searchPath: '' })).path
  good = await aVideo([...PICTURES, ...SOUND, ...FINISH])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let count = 0
async function aVideo(output: string[], { seconds = 3.2, rate = '30', size = '90x160' } = {}): Promise<string> {
  count += 1
  const path = join(folder, `${count}.mp4`)
  const pictures = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=440:r=48000:d=${seconds}`]
  const input = ['-nostdin', '-v', 'error', ...pictures, ...sound, '-c:v', 'libx264', '-preset', 'ultrafast']
  await promisify(execFile)(encoder, [...input, ...output, path])
  return path
}

async function aFile(bytes: Uint8Array): Promise<string> {
  count += 1
  const path = join(folder, `${count}.bin`)
  await writeFile(path, bytes)
  return path
}

async function unmet(path: string) {
  const { isFit, points } = await checkReel(path)
  return { isFit, unmet: points.filter((point) => !point.isMet).map(({ name, found }) => `${name}: ${found}`) }
}

test('a reel as it should be is checked point by point', async () => {
  const { isFit, points } = await checkReel(good)
  expect(isFit).toBe(true)
  expect(points.every((point) => point.isMet)).toBe(true)
  const found = Object.fromEntries(points.map((point) => [point.name, point.found]))
  expect(found).toMatchObject({
    Container: 'MP4',
    'Index (moov)': 'at the front',
    'Edit list': 'none',
    Length: '3.2 s',
    'Video codec': 'H.264 Main 1.1',
    Colours: '4:2:0, 8 bits',
    Scan: 'progressive',
    'Groups of pictures': 'closed, at most 2 s',
    'Frame rate': '30 a second',
    'Picture size': '90 × 160',
    'Audio codec': 'AAC',
    'Audio rate': '48 kHz',
    'Audio channels': 'stereo',
  })
})

test.each<[what: string, output: string[], video: Parameters<typeof aVideo>[1], expected: string]>([
  ['index at the end', [...PICTURES, ...SOUND, '-use_editlist', '0'], {}, 'Index (moov): at the end'],
  ['too short', [...PICTURES, ...SOUND, ...FINISH], { seconds: 1 }, 'Length: 1 s'],
  ['too slow', [...PICTURES, ...SOUND, ...FINISH], { rate: '12' }, 'Frame rate: 12 a second'],
  ['4:4:4', ['-pix_fmt', 'yuv444p', ...SOUND, ...FINISH], {}, 'Colours: 4:4:4, 8 bits'],
  [
    'interlaced',
    [...PICTURES, '-flags', '+ildct+ilme', '-x264-params', 'tff=1', ...SOUND, ...FINISH],
    {},
    'Scan: interlaced',
  ],
  [
    'one group of 6 s',
    ['-pix_fmt', 'yuv420p', '-g', '600', ...SOUND, ...FINISH],
    { seconds: 6 },
    'Groups of pictures: closed, at most 6',
  ],
  ['another sound', [...PICTURES, '-c:a', 'libmp3lame', ...FINISH], {}, 'Audio codec: not AAC'],
  ['too many channels', [...PICTURES, '-c:a', 'aac', '-ac', '6', ...FINISH], {}, 'Audio channels: 6'],
  [
    'another video',
    ['-c:v', 'mpeg4', ...SOUND, ...FINISH],
    {},
    'Video codec: mp4v\nColours: not given\nScan: not given',
  ],
  ['only sound', ['-vn', ...SOUND, ...FINISH], {}, 'Video: none'],
])('%s is not fit', async (_, output, video, expected) => {
  const result = await unmet(await aVideo(output, video))
  expect(result.isFit).toBe(false)
  expect(result.unmet.join('\n')).toContain(expected)
})

test("the encoder's own edit list and missing sound are advice", async () => {
  expect(await unmet(await aVideo([...PICTURES, ...SOUND, '-movflags', '+faststart']))).toEqual({
    isFit: true,
    unmet: ["Edit list: only of the encoder's start"],
  })
  expect(await unmet(await aVideo([...PICTURES, '-an', ...FINISH]))).toEqual({ isFit: true, unmet: ['Audio: none'] })
})

test('a file that breaks off, is something else, or lies about itself fails the check', async () => {
  const bytes = await readFile(good)
  const short = await aFile(bytes)
  await truncate(short, bytes.length - 1_000)
  expect(await unmet(short)).toMatchObject({
    isFit: false,
    unmet: expect.arrayContaining(['Container: a damaged MP4']),
  })
  for (const other of [Buffer.alloc(0), Buffer.from('PK\u0003\u0004 and so on'), Buffer.alloc(100_000)])
    expect(await unmet(await aFile(other))).toMatchObject({
      isFit: false,
      unmet: expect.arrayContaining(['Container: no MP4']),
    })
  const huge = Buffer.concat([Buffer.from([0, 0, 0, 1]), Buffer.from('moov'), Buffer.from('7fffffffffffffff', 'hex')])
  expect((await unmet(await aFile(huge))).isFit).toBe(false)
})

test('whatever stands in its description, there is an answer', async () => {
  const bytes = await readFile(good)
  const moov = bytes.indexOf('moov')
  const end = bytes.indexOf('mdat')
  // A fixed sequence, so that a failure can be repeated.
  let seed = 20_260_401
  const chance = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const path = join(folder, 'mutant.mp4')
  for (let round = 0; round < 300; round += 1) {
    const mutant = Buffer.from(bytes)
    for (let change = 0; change <= chance(8); change += 1)
      mutant[moov + chance(end - moov)] = chance(3) === 0 ? 255 : chance(256)
    await writeFile(path, mutant)
    const { points } = await checkReel(path)
    expect(points.length).toBeGreaterThan(4)
  }
})

import { chmod, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findEncoder } from './encoder.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tangelo-encoder-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const X264 = ' V....D libx264              libx264 H.264 (codec h264)'
const AAC = ' A....D aac                  AAC (Advanced Audio Coding)'

/** A program that responds as ffmpeg does, and counts its calls. */
async function aProgram(name: string, { version = '7.1.2', libavcodec = '61. 19.101', encoders = [X264, AAC] } = {}) {
  const path = join(folder, name)
  const lines = [
    '#!/bin/sh',
    `echo asked >> '${path}.log'`,
    `echo 'ffmpeg version ${version} Copyright (c) 2000-2026 the FFmpeg developers' >&2`,
    `echo '  libavcodec     ${libavcodec} / ${libavcodec}' >&2`,
    ...encoders.map((line) => `echo '${line}'`),
  ]
  await writeFile(path, `${lines.join('\n')}\n`)
  await chmod(path, 0o755)
  return path
}

const nowhere = { searchPath: '', findShippedPath: async () => null }

test('FFMPEG_PATH comes first, and a wrong one is named instead of passed over', async () => {
  const named = await aProgram('mine')
  await aProgram('ffmpeg')
  expect(await findEncoder({ ffmpegPath: named, searchPath: folder })).toEqual({
    path: named,
    version: '7.1.2',
    canDecode: true,
  })
  const wrong = await aProgram('without-x264', { encoders: [AAC] })
  await expect(findEncoder({ ffmpegPath: wrong, searchPath: folder })).rejects.toMatchObject({
    kind: 'no_encoder',
    message: expect.stringContaining(`FFMPEG_PATH names no ffmpeg that has libx264 and aac: ${wrong}.`),
  })
})

test('the PATH is searched for one that can do both; else the optional package serves', async () => {
  const shipped = await aProgram('shipped', { version: 'N-47683-g0e8eb07980-static', libavcodec: '58. 42.102' })
  const findShippedPath = async () => shipped
  await aProgram('ffmpeg', { encoders: [X264, ' A....D libmp3lame           libmp3lame MP3'] })
  expect(await findEncoder({ ffmpegPath: null, searchPath: `/nowhere:${folder}`, findShippedPath })).toEqual({
    path: shipped,
    version: 'N-47683-g0e8eb07980-static',
    canDecode: false,
  })
  const onPath = await aProgram('ffmpeg', { version: '5.1.9-0+deb12u1', libavcodec: '59. 37.100' })
  await utimes(onPath, 1, 1)
  expect(await findEncoder({ ffmpegPath: '', searchPath: `/nowhere:${folder}`, findShippedPath })).toEqual({
    path: onPath,
    version: '5.1.9-0+deb12u1',
    canDecode: true,
  })
})

test('the optional package holds a program that runs as npm laid it down', async () => {
  const { path, version, canDecode } = await findEncoder({ ffmpegPath: null, searchPath: '' })
  expect(path).toContain('@ffmpeg-installer')
  expect(version).toMatch(/\S/)
  expect(canDecode).toBe(false)
})

test('a program is probed once until its file changes', async () => {
  const path = await aProgram('mine')
  await Promise.all([findEncoder({ ffmpegPath: path }), findEncoder({ ffmpegPath: path })])
  await findEncoder({ ffmpegPath: path })
  expect(await readFile(`${path}.log`, 'utf8')).toBe('asked\n')
  await utimes(path, 1_000, 1_000)
  await findEncoder({ ffmpegPath: path })
  expect(await readFile(`${path}.log`, 'utf8')).toBe('asked\nasked\n')
})

test('without any encoder the cures are named', async () => {
  await expect(findEncoder({ ffmpegPath: null, ...nowhere })).rejects.toMatchObject({
    name: 'RenderRefused',
    kind: 'no_encoder',
    message:
      'There is no video encoder on this machine. Install ffmpeg with libx264 and aac (on Debian and Ubuntu: apt-get install ffmpeg), name one in FFMPEG_PATH, or install the optional packages too (npm ci).',
  })
})

/** Which Node will do, and that what came is what should have come. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isNewEnough } from './node-runtime.mjs'
import { fileFromTarball, hasIntegrity } from './tarball.mjs'

test.each([
  ['v18.20.0', false, false],
  ['v20.20.2', false, false],
  ['v22.17.9', false, false],
  ['v22.18.0', true, false],
  ['v22.23.2', true, true],
  ['v23.11.0', true, false],
  ['v24.0.0', true, false],
  ['v24.21.0', true, true],
  ['v25.2.0', true, false],
  ['v26.0.0', true, true],
])('%s runs the product: %s, the tools: %s', (version, product, tools) => {
  expect([isNewEnough(version, 'product'), isNewEnough(version, 'tools')]).toEqual([product, tools])
})

test('content is taken only with the digest written down for it', () => {
  const content = Buffer.from('a program')
  const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`
  expect(hasIntegrity(content, integrity)).toBe(true)
  expect(hasIntegrity(Buffer.from('another program'), integrity)).toBe(false)
})

test('a file comes out of a package as it went in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tangelo-tarball-'))
  try {
    const binary = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 256))
    mkdirSync(join(folder, 'package/bin'), { recursive: true })
    writeFileSync(join(folder, 'package/package.json'), '{}')
    writeFileSync(join(folder, 'package/bin/node'), binary)
    execFileSync('tar', ['-czf', 'packed.tgz', 'package'], { cwd: folder })
    const packed = readFileSync(join(folder, 'packed.tgz'))
    expect(fileFromTarball(packed, 'package/bin/node')?.equals(binary)).toBe(true)
    expect(fileFromTarball(packed, 'package/package.json')?.toString()).toBe('{}')
    expect(fileFromTarball(packed, 'package/bin/npm')).toBeUndefined()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

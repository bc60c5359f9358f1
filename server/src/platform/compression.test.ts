/** Compressed bytes are what they were, and nothing of them stays in memory. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodeBrotli, encodeGzip, gunzip, gzip } from './compression.ts'

const MEGABYTE = 1_000_000

setFlagsFromString('--expose-gc')
const collectGarbage: NodeJS.GCFunction = runInNewContext('gc')

/** Looks at young objects alone, as happens many times a second, and at what is left of them once more. */
function collectYoungGarbage(): void {
  collectGarbage({ type: 'minor' })
  collectGarbage({ type: 'minor' })
}

test('compressed bytes are what they were', async () => {
  const text = 'a ripe tangelo '.repeat(1_000)
  expect(String(brotliDecompressSync(await encodeBrotli(text)))).toBe(text)
  expect(String(await gunzip(await gzip(Buffer.from(text))))).toBe(text)
  expect(String(await gunzip(await encodeGzip(text), 15_000))).toBe(text)
})

test('bytes that are damaged, or become more than is allowed, are refused', async () => {
  const packed = await gzip('a ripe tangelo '.repeat(1_000))
  await expect(gunzip(packed, 14_999)).rejects.toThrow('Cannot create a Buffer larger than')
  await expect(gunzip(packed.subarray(0, 40))).rejects.toThrow('unexpected end of file')
})

test.each([
  ['brotli', encodeBrotli],
  ['gzip', encodeGzip],
])('what was compressed with %s leaves memory with the next look at young objects', async (_name, compress) => {
  const compressOne = async () => void (await compress(Buffer.alloc(MEGABYTE, 'a')))
  await compressOne()
  // Few enough that the whole heap, looked through a moment ago, is not looked through again meanwhile.
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  for (let at = 0; at < 8; at += 1) await compressOne()
  collectYoungGarbage()
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * MEGABYTE)
})

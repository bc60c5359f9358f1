import { expect, test } from 'vitest'
import { measuring } from './measuring.ts'

const pixels = () => ({ rgb: new Uint8Array(300 * 300 * 3), width: 300, height: 300 })

test('an aborted call returns at once, and the next picture is measured all the same', async () => {
  const measure = measuring()
  const ending = new AbortController()
  const left = measure(pixels(), ending.signal)
  const stays = measure(pixels(), new AbortController().signal)
  ending.abort(new Error('given up'))
  await expect(left).rejects.toThrow('given up')
  expect((await stays).palette.colours).toMatchObject([{ name: 'black', share: 1 }])
  await expect(measure(pixels(), ending.signal)).rejects.toThrow('given up')
})

test('pixels that cannot be measured are reported, and the thread is restarted', async () => {
  const measure = measuring()
  const { signal } = new AbortController()
  await expect(measure({ ...pixels(), width: -1 }, signal)).rejects.toThrow(RangeError)
  expect((await measure(pixels(), signal)).light.brightness).toBe(0)
})

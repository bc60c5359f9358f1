/** Uploading a video: as a stream, from any offset, to the host of the settings alone. */
import { createHash } from 'node:crypto'
import { publishingStandIn } from '@tangelo/stand-ins'
import { expect, onTestFinished, test } from 'vitest'
import { loginsAt } from '../../testing/connectable.ts'

const MB = 1024 * 1024
const BYTES = 8 * MB
const CHUNK = 64 * 1024
const signal = AbortSignal.timeout(60_000)
const clock = { now: () => Date.UTC(2026, 10, 20, 9) }

/** Bytes that differ from place to place. */
const byteAt = (at: number) => (at * 31 + (at >> 11)) & 0xff
const content = Buffer.alloc(BYTES)
for (let at = 0; at < BYTES; at += 1) content[at] = byteAt(at)
/** As a store reads a file: a chunk is overwritten when the next one is asked for. */
const file = {
  bytes: BYTES,
  async *readFrom(offset: number) {
    const chunk = Buffer.alloc(CHUNK)
    for (let at = offset; at < BYTES; at += CHUNK) yield chunk.subarray(0, content.copy(chunk, 0, at))
  },
}

async function digestOfFile(): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of file.readFrom(0)) hash.update(chunk)
  return hash.digest('hex')
}

async function withContainer() {
  const standIn = await publishingStandIn({ clock }).start()
  onTestFinished(() => standIn.end())
  const { facebook } = loginsAt(standIn, clock)
  const token = standIn.signIns.longToken('facebook', ['sample.bakery'])
  const access = {
    accountId: standIn.account('sample.bakery').id,
    secret: JSON.stringify({ user: token, page: token }),
  }
  const made = await facebook.createContainer(access, { kind: 'reel', video: { from: 'upload' }, caption: 'x' }, signal)
  if (made.is !== 'accepted' || made.value.uploadUrl === null) throw new Error(JSON.stringify(made))
  return { standIn, facebook, access, containerId: made.value.id, uploadUrl: made.value.uploadUrl }
}

test('an upload that is cut at 37 percent goes on at the offset that the service names', async () => {
  const { standIn, facebook, access, containerId, uploadUrl } = await withContainer()
  standIn.cutUploads(1, 37)
  const cut = await facebook.upload(access, { uploadUrl, file, offset: 0 }, signal)
  expect(cut.is).toBe('unclear')
  const reading = await facebook.readContainer(access, containerId, signal)
  const offset = reading.is === 'accepted' ? reading.value.bytesArrived : null
  expect(offset).toBe(Math.floor(BYTES * 0.37))
  const wrong = await facebook.upload(access, { uploadUrl, file, offset: 0 }, signal)
  expect(wrong).toMatchObject({ is: 'refused', refusal: { reason: 'wrong_offset', step: 'read_offset' } })
  const done = await facebook.upload(access, { uploadUrl, file, offset: offset ?? 0 }, signal)
  expect(done.is).toBe('accepted')
  expect(standIn.findUploadDigest(containerId)).toBe(await digestOfFile())
  expect(standIn.violations).toEqual([])
})

test('the token goes to no other host, whatever address came with the container', async () => {
  const { facebook, access, uploadUrl } = await withContainer()
  const elsewhere = await publishingStandIn({ clock }).start()
  onTestFinished(() => elsewhere.end())
  const path = new URL(uploadUrl).pathname
  for (const address of [
    `${elsewhere.url}${path}`,
    'file:///etc/passwd',
    `${new URL(uploadUrl).origin}/other`,
    'nothing',
  ])
    expect(await facebook.upload(access, { uploadUrl: address, file, offset: 0 }, signal)).toMatchObject({
      is: 'unclear',
      message: 'Facebook named an upload address that is not one of its own.',
    })
  expect(elsewhere.calls.latest()).toEqual([])
})

test('a file that cannot be read is our own failure, and a service that stops taking bytes is not waited for', async () => {
  const { standIn, facebook, access, uploadUrl } = await withContainer()
  const broken = {
    bytes: BYTES,
    // biome-ignore lint/correctness/useYield: it fails before its first chunk
    async *readFrom(): AsyncGenerator<Uint8Array> {
      throw new Error('the disk is gone')
    },
  }
  await expect(facebook.upload(access, { uploadUrl, file: broken, offset: 0 }, signal)).rejects.toThrow(
    'the disk is gone',
  )
  standIn.faults.next(1, 'hang', { of: 'upload' })
  expect((await facebook.upload(access, { uploadUrl, file, offset: 0 }, signal)).is).toBe('unclear')
})

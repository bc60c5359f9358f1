import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readAnswer, signIn, upload } from '../testing/ask-publishing.ts'
import { mp4Of } from '../testing/media-samples.ts'
import { startPublishing } from '../testing/start-service.ts'
import { dayMs } from '../world/figures.ts'

const file = mp4Of(12, { bytes: 1_000_003 })
const reel = { media_type: 'REELS', upload_type: 'resumable', caption: 'Reel' }

async function beginUpload(request: object = reel) {
  const stand = await startPublishing({ fetchMedia: async () => ({ status: 403 }) })
  const one = signIn(stand, 'sample.bakery')
  const { body } = await one.make(request)
  const [id, uri] = [String(body.id), String(body.uri)]
  const readStatus = async () =>
    (await one.ask(id, { query: { fields: 'status_code,video_status' } })).body as {
      status_code: string
      video_status: { uploading_phase: { status: string; bytes_transferred: number } }
    }
  return { stand, one, id, uri, readStatus }
}

const errorType = ({ body }: { body: Record<string, unknown> }) => (body.debug_info as { type: string }).type

test('an upload is processed, finished and published', async () => {
  const { stand, one, id, uri, readStatus } = await beginUpload()
  expect(uri.startsWith(stand.hosts.upload)).toBe(true)
  expect((await readStatus()).video_status.uploading_phase).toEqual({ status: 'not_started', bytes_transferred: 0 })
  expect(stand.findUploadDigest(id)).toBeUndefined()
  expect(await upload(uri, one.token, file)).toMatchObject({ status: 200, body: { success: true } })
  expect(await readStatus()).toMatchObject({
    status_code: 'IN_PROGRESS',
    video_status: { uploading_phase: { status: 'complete', bytes_transferred: file.length } },
  })
  stand.moveTime(30_000)
  expect((await one.publish(id)).status).toBe(200)
  expect(stand.findUploadDigest(id)).toBe(createHash('sha256').update(file).digest('hex'))
  expect(stand.violations).toEqual([])
})

test('an upload that is cut at 37 % goes on where it was cut', async () => {
  const { stand, one, id, uri, readStatus } = await beginUpload()
  stand.cutUploads(1, 37)
  await expect(upload(uri, one.token, file)).rejects.toThrow('fetch failed')
  const { status, bytes_transferred: offset } = (await readStatus()).video_status.uploading_phase
  expect([status, offset]).toEqual(['in_progress', Math.floor(file.length * 0.37)])
  expect([
    (await upload(uri, one.token, file)).status,
    (await upload(uri, one.token, file, offset + 1)).status,
  ]).toEqual([412, 412])
  expect((await upload(uri, one.token, file, offset)).body).toMatchObject({ success: true })
  expect(stand.findUploadDigest(id)).toBe(createHash('sha256').update(file).digest('hex'))
  expect(stand.violations).toEqual([])
})

test('fewer bytes than named are kept and refused; another size is a wrong one', async () => {
  const { one, uri, readStatus } = await beginUpload()
  const part = await upload(uri, one.token, file.subarray(0, 500_000), 0, file.length)
  expect([part.status, errorType(part)]).toEqual([400, 'PartialRequestError'])
  expect((await readStatus()).video_status.uploading_phase.bytes_transferred).toBe(500_000)
  expect(errorType(await upload(uri, one.token, file, 500_000, file.length + 1))).toBe('OffsetInvalidError')
  expect((await upload(uri, one.token, file, 500_000)).status).toBe(200)
})

test('who may not upload, and where, is said by type', async () => {
  const { stand, one, uri } = await beginUpload()
  const other = signIn(stand, 'sample.corner')
  expect(errorType(await upload(uri, 'guessed', file))).toBe('NotAuthorizedError')
  expect(errorType(await upload(uri, other.token, file))).toBe('ProcessingFailedError')
  expect(errorType(await upload(uri.replace(/\d+$/, '1'), one.token, file))).toBe('ProcessingFailedError')
  expect(stand.violations).toEqual([])
  stand.moveTime(dayMs)
  expect(errorType(await upload(uri, one.token, file))).toBe('ProcessingFailedError')
  const bearer = { Authorization: `Bearer ${one.token}`, offset: '0', file_size: '3' }
  await fetch(uri, { method: 'POST', headers: bearer, body: 'abc' })
  expect(stand.violations).toMatchObject([{ operation: 'upload', side: 'request' }])
})

test('a video that is refused when it is there, and an address in place of bytes that is not fetched', async () => {
  const { stand, one, id, uri } = await beginUpload({ ...reel, thumb_offset: 12_000 })
  await upload(uri, one.token, file)
  stand.moveTime(30_000)
  expect(await one.state(id)).toMatchObject({ status: 'Error: Media upload has failed with error code 2207057' })
  const { body } = await one.make(reel)
  const headers = { Authorization: `OAuth ${one.token}`, file_url: 'https://media.example.test/r.mp4' }
  const refusal = await readAnswer(fetch(String(body.uri), { method: 'POST', headers }))
  expect([refusal.status, errorType(refusal)]).toEqual([422, 'FileUrlProcessingError'])
  expect(stand.violations).toEqual([])
})

test('three hundred megabytes are taken without being kept', async () => {
  const { stand, one, uri } = await beginUpload()
  const chunk = new Uint8Array(1_000_000)
  chunk.set(mp4Of(12, { bytes: 200 }))
  const count = 300
  let sent = 0
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
      if (sent === count) controller.close()
      else controller.enqueue(sent === 0 ? chunk : chunk.fill(0))
      sent += 1
    },
  })
  const headers = { Authorization: `OAuth ${one.token}`, offset: '0', file_size: String(count * chunk.length) }
  const response = await fetch(uri, { method: 'POST', headers, body, duplex: 'half' })
  expect(response.status).toBe(200)
  expect(most).toBeLessThan(200_000_000)
  expect(stand.violations).toEqual([])
})

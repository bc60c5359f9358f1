/** Small pictures of a Google Drive, and whom their links give the token to. */
import { expect, test } from 'vitest'
import { anySignal, imagesOf, the } from '../../testing/drive-suite.ts'
import { connectGoogle } from './testing/connect-google.ts'

test('thumbnails come by the links of the list, by a fresh one when theirs ended, and from Google alone', async () => {
  const { google, files, callsSince } = await connectGoogle()
  const id = google.addReels({ name: 'Lisbon', images: 1 })
  const image = the(await imagesOf(files, [id]))
  const calls = callsSince()
  await files.thumbnail(image.id, anySignal())
  expect(calls()).toEqual(['drive.thumbnail'])
  google.faults.next(1, { status: 403 })
  expect(await files.thumbnail(image.id, anySignal())).toMatchObject({ type: 'image/png' })
  expect(calls().slice(1)).toEqual(['drive.thumbnail', 'drive.files.get', 'drive.thumbnail'])
})

test('the token goes to no other host, whatever address a link has', async () => {
  const { google, files } = await connectGoogle()
  const elsewhere = await connectGoogle()
  const asked = elsewhere.callsSince()
  for (const link of [
    `${elsewhere.google.url}/drive-storage/1=s220`,
    'file:///etc/passwd',
    'http://lh3.google.com.evil.test/1',
  ]) {
    google.faults.next(1, { status: 200, body: { id: 'x', name: 'x', thumbnailLink: link } })
    expect(await files.thumbnail('x', anySignal()), link).toBeNull()
  }
  expect(asked()).toEqual([])
})

/** What lies where in a Google Drive, and in how few calls it is found. */
import { describe, expect, test } from 'vitest'
import { anySignal, failureOf, foldersOf, imagesOf, newPath, photograph } from '../../testing/drive-suite.ts'
import { connectGoogle } from './testing/connect-google.ts'

describe('what lies where', () => {
  test('is found in shared drives, in folders that others shared, and through shortcuts', async () => {
    const { google, files } = await connectGoogle()
    const { drive } = google
    const bytes = await photograph()
    const team = drive.addFolder({ name: 'Reels', parent: 'drive1', driveId: 'drive1' })
    const inTeam = drive.addFolder({ name: 'Team day', parent: team })
    drive.addFile({ name: 'a.jpg', parent: inTeam, type: 'image/jpeg', bytes })
    const elsewhere = drive.addFolder({ name: 'Elsewhere' })
    const shot = drive.addFile({ name: 'b.jpg', parent: elsewhere, type: 'image/jpeg', bytes })
    const shortcut = drive.addShortcut({ name: 'Short', parent: team, targetId: elsewhere })
    drive.addShortcut({ name: 'loop', parent: team, targetId: team })
    drive.addShortcut({ name: 'picture', parent: team, targetId: shot })
    drive.addShortcut({ name: 'c.jpg', parent: inTeam, targetId: shot })
    const folders = await foldersOf(files)
    expect(folders.map(({ id, entryId, name, place }) => [id, entryId, name, place])).toEqual([
      [elsewhere, shortcut, 'Short', null],
      [inTeam, inTeam, 'Team day', null],
    ])
    const images = await imagesOf(files, [inTeam, elsewhere])
    expect(images.map(({ id, name, folderId }) => [id === shot, name, folderId])).toEqual([
      [false, 'a.jpg', inTeam],
      [true, 'b.jpg', elsewhere],
      [true, 'c.jpg', inTeam],
    ])
    await files.download(images[2]?.id ?? '', { path: newPath(), bytesMax: 1e6, signal: anySignal() })
    await files.rename({ id: elsewhere, entryId: shortcut }, 'Short-published', anySignal())
    expect((await foldersOf(files)).map(({ id, name }) => [id, name])).toContainEqual([elsewhere, 'Short-published'])
  })

  test('two folders named reels are distinguished; one in the bin and one that is a file are ignored', async () => {
    const { google, files, moveBy } = await connectGoogle()
    const { drive } = google
    const clients = drive.addFolder({ name: 'Clients' })
    const roots = [
      { name: 'reels' },
      { name: 'reels' },
      { name: 'reels', parent: clients },
      { name: 'reels', parent: '' },
    ]
    for (const [at, root] of roots.entries()) {
      moveBy(1_000)
      drive.addFolder({ name: `In ${at}`, parent: drive.addFolder(root) })
    }
    const binned = drive.addFolder({ name: 'reels' })
    drive.addFolder({ name: 'In the bin', parent: binned })
    drive.change(binned, { isTrashed: true })
    drive.addFile({ name: 'reels', type: 'text/plain', bytes: new Uint8Array() })
    expect((await foldersOf(files)).map(({ name, place }) => [name, place])).toEqual([
      ['In 3', 'Shared with me'],
      ['In 2', 'Clients'],
      ['In 1', 'My Drive (2)'],
      ['In 0', 'My Drive'],
    ])
  })

  test('500 folders and their 3,000 pictures take 16 calls', async () => {
    const { google, files, callsSince } = await connectGoogle()
    const reels = google.drive.addFolder({ name: 'reels' })
    for (let at = 0; at < 500; at += 1) {
      const parent = google.drive.addFolder({ name: `Day ${at}`, parent: reels })
      for (let of = 0; of < 6; of += 1)
        google.drive.addFile({ name: `${of}.jpg`, parent, type: 'image/jpeg', bytes: Buffer.from('x') })
    }
    const calls = callsSince()
    const folders = await foldersOf(files)
    const images = await imagesOf(
      files,
      folders.map(({ id }) => id),
    )
    expect([folders.length, images.length]).toEqual([500, 3_000])
    // One for the folder named reels, five pages of folders, ten questions for the pictures.
    expect(calls()).toHaveLength(1 + 5 + 10)
  })

  test('a folder of 300 pictures comes whole, page by page', async () => {
    const { google, files } = await connectGoogle({ pageSizeMax: 120 })
    const id = google.addReels({ name: 'Many', images: 300 })
    expect(new Set((await imagesOf(files, [id])).map(({ name }) => name)).size).toBe(300)
  })

  test('an empty page with more behind it does not mean that there are no folders', async () => {
    const { google, files } = await connectGoogle()
    google.addReels({ name: 'Lisbon', images: 1 })
    google.faults.next(1, { status: 200, body: { files: [], nextPageToken: 'lost-by-now' } })
    expect(await foldersOf(files)).toHaveLength(1)
  })

  test('a list that Google lost begins again, once, and nothing comes twice', async () => {
    const { google, files } = await connectGoogle({ pageSizeMax: 2 })
    for (let at = 0; at < 5; at += 1) google.addReels({ name: `Day ${at}`, images: 0 })
    google.spoilPageTokens(1)
    expect(await foldersOf(files)).toHaveLength(5)
    google.spoilPageTokens(9)
    expect((await failureOf(foldersOf(files))).kind).toBe('unavailable')
  })

  test('a forbidden rename is reported, and a name that is there already costs no change', async () => {
    const { google, files, callsSince } = await connectGoogle()
    const id = google.addReels({ name: 'Lisbon', images: 0 })
    const folder = { id, entryId: id }
    const calls = callsSince()
    await files.rename(folder, 'Lisbon', anySignal())
    expect([calls(), google.renames]).toEqual([['drive.files.get'], []])
    google.drive.change(id, { canEdit: false })
    const failure = await failureOf(files.rename(folder, 'Lisbon-published', anySignal()))
    expect([failure.kind, failure.message]).toEqual([
      'refused',
      'The connected Google account may not do this: ask the owner for the right to edit.',
    ])
  })
})

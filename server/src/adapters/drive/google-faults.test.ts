/** Faults of Google Drive: by name, tried again where that helps, and without half a file. */
import { existsSync } from 'node:fs'
import { googleErrors } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { anySignal, failureOf, foldersOf, imagesOf, newPath, the } from '../../testing/drive-suite.ts'
import { beginning, connectGoogle } from './testing/connect-google.ts'

describe('faults', () => {
  const quick = {
    answer: { connectMs: 2_000, wholeMs: 250, bytes: 1_000_000 },
    download: { connectMs: 2_000, idleMs: 250 },
  }
  const patient = {
    answer: { connectMs: 2_000, wholeMs: 15_000, bytes: 1_000_000 },
    download: { connectMs: 2_000, idleMs: 15_000 },
  }

  test.each([
    ['a moment of trouble', googleErrors.backend(), 'unavailable', 3],
    ['too many calls of a user', googleErrors.userRateLimit(), 'limited', 3],
    ['too many calls', googleErrors.rateLimit(), 'limited', 3],
    ['a long wait', googleErrors.rateLimit({ 'Retry-After': '600' }), 'limited', 1],
    ['a broken connection', 'reset', 'unavailable', 3],
    ['silence', 'hang', 'unavailable', 3],
    ['a page for people', 'html', 'not_understood', 1],
    ['half of an answer', 'truncated', 'not_understood', 1],
    ['an answer without end', 'huge', 'not_understood', 1],
    ['an API that is not enabled', googleErrors.apiNotEnabled(), 'refused', 1],
    ['a right that is missing', googleErrors.scopeTooSmall(), 'connection_lost', 1],
  ] as const)('%s', async (_, fault, kind, tries) => {
    // Only silence is cut off soon: what is too large is to be found by its size, also where a megabyte takes its time.
    const { google, files, callsSince } = await connectGoogle({ limits: fault === 'hang' ? quick : patient })
    google.addReels({ name: 'Lisbon', images: 1 })
    await foldersOf(files)
    google.faults.always(fault)
    const calls = callsSince()
    const failure = await failureOf(foldersOf(files))
    expect([failure.kind, calls().length]).toEqual([kind, tries])
    expect(failure.retryAt).toBe(tries === 1 && kind === 'limited' ? beginning + 600_000 : null)
    google.faults.clear()
    google.faults.next(1, fault)
    if (tries > 1) expect(await foldersOf(files)).toHaveLength(1)
  })

  test.each(['reset', 'hang', { trickleMs: 30 }] as const)(
    'a download with %j is made anew and whole, or leaves nothing',
    async (fault) => {
      const limits = { ...patient, download: fault === 'hang' ? quick.download : patient.download }
      const { google, files } = await connectGoogle({ limits })
      const id = google.addReels({ name: 'Lisbon', images: 1, bytes: 200_000 })
      const image = the(await imagesOf(files, [id]))
      if (typeof fault === 'string') {
        google.faults.next(2, fault)
        expect(await files.download(image.id, { path: newPath(), bytesMax: 1e6, signal: anySignal() })).toEqual({
          bytes: 200_000,
        })
      }
      google.faults.always(fault)
      const path = newPath()
      const giveUp = new AbortController()
      const asking = files.download(image.id, { path, bytesMax: 1e6, signal: giveUp.signal })
      if (typeof fault === 'string') expect((await failureOf(asking)).kind).toBe('unavailable')
      else {
        const reason = new Error('enough')
        const settled = expect(asking).rejects.toBe(reason)
        while (!existsSync(path)) await new Promise(setImmediate)
        giveUp.abort(reason)
        await settled
      }
      expect(existsSync(path)).toBe(false)
    },
  )

  test('a rename with an unknown outcome is not retried automatically', async () => {
    const { google, files } = await connectGoogle()
    const id = google.addReels({ name: 'Lisbon', images: 0 })
    google.faults.next(1, { delayMs: 0 })
    google.faults.next(1, 'reset')
    const folder = { id, entryId: id }
    expect((await failureOf(files.rename(folder, 'Porto', anySignal()))).kind).toBe('unavailable')
    await files.rename(folder, 'Porto', anySignal())
    expect(google.renames).toEqual(['Porto'])
  })

  test('waits grow, and are as long as Google requires', async () => {
    const { google, files, pauses } = await connectGoogle()
    google.faults.next(1, googleErrors.backend())
    google.faults.next(1, googleErrors.backend())
    await foldersOf(files)
    google.faults.next(1, googleErrors.rateLimit({ 'Retry-After': '3' }))
    await foldersOf(files)
    expect(pauses).toEqual([250, 500, 3_000])
  })
})

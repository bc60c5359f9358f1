/** Edits are saved one call at a time, survive every failure, and meet other people's edits without loss. */
import type { Reel } from '@tangelo/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '#lib/api.ts'
import { aLongReel as aReel } from '../../../../testing/reels.ts'
import { type Edited, toBody, toEdited, updatePicture } from '../rules/edited.ts'
import { editingOf } from './editing.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

/** A server that keeps what it is given; `fail` answers the next call instead. */
function aServer(first = aReel()) {
  let reel = first
  const calls: { edited: Edited; version: number }[] = []
  const failures: (() => unknown)[] = []
  return {
    calls,
    reel: () => reel,
    failNext: (failure: () => unknown) => failures.push(failure),
    /** As another user would. */
    changeElsewhere(settings: Partial<Reel['settings']>): Reel {
      reel = { ...reel, settings: { ...reel.settings, ...settings }, version: reel.version + 1 }
      return reel
    },
    async save(edited: Edited, version: number): Promise<Reel> {
      calls.push({ edited, version })
      const failure = failures.shift()
      if (failure) throw failure()
      if (version !== reel.version) throw conflictWith(reel)
      reel = { ...reel, ...toBody(edited), version: version + 1 }
      return reel
    },
  }
}
const conflictWith = (current: Reel) => new ApiError(409, JSON.stringify({ error: 'changed_meanwhile', current }))

function open(server = aServer()) {
  const onSaved = vi.fn<(reel: Reel) => void>()
  const editing = editingOf(server.reel(), { save: server.save, onSaved, now: () => Date.now() })
  const hold = (seconds: number): void =>
    editing.change(updatePicture(editing.state().edited, '/media/u/a 1', { seconds }), 'seconds of a')
  const readSeconds = (edited = editing.state().edited): number | undefined => edited.pictures[0]?.seconds
  return { server, editing, onSaved, hold, readSeconds }
}
const pause = () => vi.advanceTimersByTimeAsync(2_000)

test('a hand on a slider is one call and one step back', async () => {
  const { server, editing, onSaved, hold, readSeconds } = open()
  for (const seconds of [4, 5, 6]) hold(seconds)
  expect(readSeconds()).toBe(6)
  expect(editing.state()).toMatchObject({ isUnsaved: true, canUndo: true })
  await pause()
  expect(server.calls.map(({ version }) => version)).toEqual([3])
  expect(onSaved).toHaveBeenCalledWith(expect.objectContaining({ version: 4 }))
  expect(editing.state()).toMatchObject({ isUnsaved: false, isSaving: false, failure: null })
  editing.undo()
  expect(readSeconds()).toBe(3)
  await pause()
  expect(readSeconds(toEdited(server.reel()))).toBe(3)
  editing.redo()
  expect(readSeconds()).toBe(6)
})

test('what is edited after a pause is a step of its own', async () => {
  const { editing, hold, readSeconds } = open()
  hold(4)
  await pause()
  hold(5)
  editing.undo()
  expect(readSeconds()).toBe(4)
  editing.undo()
  expect(readSeconds()).toBe(3)
  expect(editing.state()).toMatchObject({ canUndo: false, canRedo: true })
  hold(9)
  expect(editing.state().canRedo).toBe(false)
})

test('what is edited while a call is on its way follows in the next', async () => {
  const { server, editing, hold, readSeconds } = open()
  hold(4)
  const flushed = editing.flush()
  hold(5)
  expect(await flushed).toBe(true)
  expect(server.calls.map(({ edited, version }) => [readSeconds(edited), version])).toEqual([
    [4, 3],
    [5, 4],
  ])
})

test('a failure keeps the edits, says why, and the next attempt takes them along', async () => {
  const { server, editing, hold, readSeconds } = open()
  server.failNext(() => new NetworkError(undefined))
  hold(4)
  await pause()
  expect(editing.state()).toMatchObject({ isUnsaved: true, failure: 'The server could not be reached.' })
  expect(readSeconds()).toBe(4)
  expect(await editing.flush()).toBe(true)
  expect(editing.state()).toMatchObject({ isUnsaved: false, failure: null })
  expect(readSeconds(toEdited(server.reel()))).toBe(4)
})

test('another user changed something else: both stay, without a question', async () => {
  const { server, editing, hold } = open()
  hold(4)
  server.changeElsewhere({ quality: 'best' })
  await pause()
  expect(editing.state()).toMatchObject({ conflict: null, isUnsaved: false })
  expect(server.reel().settings).toMatchObject({ quality: 'best', pictures: [{ seconds: 4 }, {}, {}] })
})

test('another user changed the same: nothing is sent until it is decided, and either way can be taken back', async () => {
  const { server, editing, hold, readSeconds } = open()
  hold(4)
  server.changeElsewhere({ pictures: aReel().settings.pictures.map((picture) => ({ ...picture, seconds: 8 })) })
  await pause()
  const { conflict } = editing.state()
  expect(conflict?.parts).toEqual(['pictures'])
  expect(readSeconds()).toBe(4)
  expect(conflict && readSeconds(conflict.theirs)).toBe(8)
  editing.change({ ...editing.state().edited, quality: 'best' })
  await pause()
  expect(server.calls).toHaveLength(1)
  editing.decide('pictures', 'theirs')
  await pause()
  expect(server.reel().settings).toMatchObject({ quality: 'best', pictures: [{ seconds: 8 }, {}, {}] })
  editing.undo()
  await pause()
  expect(server.reel().settings.pictures[0]?.seconds).toBe(4)
})

test('a save whose answer was lost is no change of another user', async () => {
  const { server, editing, hold, readSeconds } = open()
  const { save } = server
  server.failNext(() => {
    const { edited, version } = server.calls.at(-1) ?? { edited: editing.state().edited, version: 0 }
    void save(edited, version)
    return new NetworkError(undefined)
  })
  hold(4)
  await pause()
  expect(readSeconds(toEdited(server.reel()))).toBe(4)
  server.failNext(() => new NetworkError(undefined))
  hold(6)
  await pause()
  hold(5)
  await pause()
  expect(editing.state()).toMatchObject({ conflict: null, isUnsaved: false, failure: null })
  expect(readSeconds(toEdited(server.reel()))).toBe(5)
})

test('kept as it is here, ours goes over theirs', async () => {
  const { server, editing, hold } = open()
  hold(4)
  server.changeElsewhere({ pictures: aReel().settings.pictures.map((picture) => ({ ...picture, seconds: 8 })) })
  await pause()
  editing.decide('pictures', 'mine')
  await pause()
  expect(server.reel().settings.pictures.map(({ seconds }) => seconds)).toEqual([4, 3, 3])
  expect(editing.state()).toMatchObject({ conflict: null, isUnsaved: false })
})

test('a change from another tab is taken over, as a step, unless something is unsaved here', async () => {
  const { server, editing, hold, readSeconds } = open()
  editing.adopt(server.changeElsewhere({ quality: 'best' }))
  expect(editing.state()).toMatchObject({ edited: { quality: 'best' }, canUndo: true, isUnsaved: false })
  hold(4)
  editing.adopt(server.changeElsewhere({ coverSeconds: 2 }))
  expect(readSeconds()).toBe(4)
  expect(editing.state().edited.coverSeconds).toBe(0)
  await pause()
  expect(server.reel().settings).toMatchObject({ coverSeconds: 2, pictures: [{ seconds: 4 }, {}, {}] })
})

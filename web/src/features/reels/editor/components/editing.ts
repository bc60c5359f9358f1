/**
 * A reel while it is edited: every change shows at once and is saved automatically, one call at a time. What cannot be saved
 * stays, with a message; changes by another user are merged, or the user chooses. Nothing is dropped without a choice.
 */
import type { Reel } from '@tangelo/contract'
import { mayBeStored, mergeVersions } from '#lib/three-way-merge.ts'
import { readCurrentReel } from '../../reels/rules.ts'
import {
  type Edited,
  type EditedPart,
  failureText,
  findDifferences,
  isSame,
  replacePart,
  toEdited,
} from '../rules/edited.ts'
import { type History, historyOf, recordChange, redo, undo } from './history.ts'

const SAVE_AFTER_MS = 700

export interface EditingState {
  readonly edited: Edited
  /** As the server has it. */
  readonly reel: Reel
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly isUnsaved: boolean
  readonly isSaving: boolean
  /** When it was last saved from here; null before. */
  readonly savedAt: string | null
  /** Why the last attempt failed. */
  readonly failure: string | null
  /** Parts that still need a decision, and their values on the server. */
  readonly conflict: { readonly theirs: Edited; readonly parts: readonly EditedPart[] } | null
}

export interface Editing {
  readonly state: () => EditingState
  readonly subscribe: (listener: () => void) => () => void
  /** `step`: see `recordChange` in ./history.ts. */
  readonly change: (edited: Edited, step?: string) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly decide: (part: EditedPart, takes: 'mine' | 'theirs') => void
  /** The reel as it came from somewhere else: taken over where nothing is unsaved here. */
  readonly adopt: (reel: Reel) => void
  /** Saves now what is unsaved. Whether everything is saved then. */
  readonly flush: () => Promise<boolean>
}

interface EditingOptions {
  readonly save: (edited: Edited, version: number) => Promise<Reel>
  readonly onSaved: (reel: Reel) => void
  readonly now?: () => number
}

export function editingOf(first: Reel, { save, onSaved, now = Date.now }: EditingOptions): Editing {
  const listeners = new Set<() => void>()
  let history: History = historyOf(toEdited(first))
  let reel = first
  let saving: Promise<void> | null = null
  let savedAt: string | null = null
  let failure: string | null = null
  let conflict: EditingState['conflict'] = null
  /** What was sent and may be stored, although no answer said so. */
  let unanswered: readonly Edited[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let state = snapshot()

  function snapshot(): EditingState {
    const { past, present, future } = history
    return {
      edited: present,
      reel,
      canUndo: past.length > 0,
      canRedo: future.length > 0,
      isUnsaved: !isSame(present, toEdited(reel)),
      isSaving: saving !== null,
      savedAt,
      failure,
      conflict,
    }
  }

  function notify(): void {
    state = snapshot()
    for (const listener of listeners) listener()
  }

  function put(next: History): void {
    history = next
    notify()
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), SAVE_AFTER_MS)
  }

  async function saveAll(): Promise<void> {
    failure = null
    while (conflict === null && failure === null && state.isUnsaved && history.present.pictures.length > 0) {
      const sent = history.present
      try {
        const saved = await save(sent, reel.version)
        reel = saved
        unanswered = []
        savedAt = new Date(now()).toISOString()
        // The server may write a part its own way; what was typed since takes precedence.
        if (history.present === sent && !isSame(sent, toEdited(saved)))
          history = { ...history, present: toEdited(saved) }
        onSaved(saved)
      } catch (error) {
        const theirs = readCurrentReel(error)
        if (theirs) mergeWith(theirs)
        else failure = failureText(error)
        if (theirs) unanswered = []
        else if (mayBeStored(error)) unanswered = [...unanswered, sent]
      }
      state = snapshot()
    }
  }

  /** Another user has saved: separate changes are merged, the user chooses for the rest. */
  function mergeWith(theirs: Reel): void {
    const there = toEdited(theirs)
    // What is there may be what was sent from here: then the edits since go on from it.
    const base = unanswered.some((version) => isSame(version, there)) ? there : toEdited(reel)
    const versions = { base, mine: history.present, theirs: there }
    const { merged, conflicts } = mergeVersions(versions, findDifferences)
    reel = theirs
    if (!isSame(merged, history.present)) history = recordChange(history, merged, { at: now() })
    conflict = conflicts.length > 0 ? { theirs: there, parts: conflicts } : null
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    saving ??= saveAll().finally(() => {
      saving = null
      notify()
    })
    notify()
    await saving
    return !state.isUnsaved
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change: (edited, step) => {
      if (!isSame(edited, history.present)) put(recordChange(history, edited, { at: now(), ...(step ? { step } : {}) }))
    },
    undo: () => put(undo(history)),
    redo: () => put(redo(history)),
    decide(part, takes) {
      if (!conflict) return
      const { theirs } = conflict
      const parts = conflict.parts.filter((other) => other !== part)
      conflict = parts.length > 0 ? { theirs, parts } : null
      const present = takes === 'theirs' ? replacePart(history.present, part, theirs) : history.present
      put(
        findDifferences(present, history.present).length > 0 ? recordChange(history, present, { at: now() }) : history,
      )
    },
    adopt(newer) {
      if (newer.version <= reel.version || saving || state.isUnsaved) return
      reel = newer
      const theirs = toEdited(newer)
      // Another tab's change is a step too: it can be taken back.
      if (!isSame(theirs, history.present)) history = recordChange(history, theirs, { at: now() })
      notify()
    },
    flush,
  }
}

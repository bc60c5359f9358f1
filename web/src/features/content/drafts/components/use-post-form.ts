/** What is typed into a post, and its way to the server: saved, refused, in conflict with another user's change, or gone. */
import type { ContentItem } from '@tangelo/contract'
import { CONTENT_STATUSES } from '@tangelo/contract/limits'
import { useRef, useState } from 'react'
import { mayBeStored, mergeVersions } from '#lib/three-way-merge.ts'
import { showFailure, toast } from '#ui/toast.tsx'
import { useUpdatePost } from '../queries/changes.ts'
import {
  changesOf,
  describeUpdate,
  type Editable,
  type EditableField,
  findDifferences,
  isGone,
  readCurrentPost,
  statusLabel,
  toEditable,
} from '../rules/editing.ts'
import { texts as draftTexts } from '../texts/drafts.ts'
import { texts } from '../texts/post.ts'

/** Others who change other fields at the same time are merged with silently, so many times. */
const MERGES_MAX = 3

interface Conflict {
  readonly theirs: ContentItem
  readonly fields: readonly EditableField[]
}

/** `latest`: the post as it is known now. `onSaved` is called before the toast, unless more was typed during the save. */
export function usePostForm(latest: ContentItem, onSaved: () => void) {
  const update = useUpdatePost()
  const [base, setBase] = useState(latest)
  const [typed, setTyped] = useState(() => toEditable(latest))
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [problem, setProblem] = useState<string>()
  const [gone, setGone] = useState(false)
  // What is on its way to the server.
  const [sent, setSent] = useState<Editable | null>(null)
  const isDirty = findDifferences(sent ?? toEditable(base), typed).length > 0
  /** What was sent and may be stored, although no answer said so. */
  const unanswered = useRef<readonly Editable[]>([])
  const typedNow = useRef(typed)
  typedNow.current = typed

  // Another user changed it and nothing was typed here, so there is nothing to lose.
  if (latest.version > base.version && !isDirty && !update.isPending) {
    setBase(latest)
    setTyped(toEditable(latest))
  }

  const save = async (from: ContentItem, now: Editable, merges = 0): Promise<void> => {
    const stored = toEditable(from)
    const changes = changesOf(stored, now)
    if (Object.keys(changes).length === 0) return onSaved()
    const lost = unanswered.current
    unanswered.current = []
    setProblem(undefined)
    setSent(now)
    try {
      const changed = await update.mutateAsync({ post: from, changes: { ...changes, version: from.version } })
      // The dialog may stay, for a comment that is not added yet or what was typed during the save.
      setBase(changed)
      setTyped(
        (current) => mergeVersions({ base: now, mine: current, theirs: toEditable(changed) }, findDifferences).merged,
      )
      if (findDifferences(now, typedNow.current).length === 0) onSaved()
      showUpdatedToast(from, changed, describeUpdate(statusLabel(changed.status), changes))
    } catch (error) {
      const theirs = readCurrentPost(error)
      if (theirs) {
        const there = toEditable(theirs)
        // What is there may be what was sent from here: then what was typed since goes on from it.
        const isOwn = lost.some((version) => findDifferences(version, there).length === 0)
        const versions = { base: isOwn ? there : stored, mine: typedNow.current, theirs: there }
        const { merged, conflicts } = mergeVersions(versions, findDifferences)
        setBase(theirs)
        setTyped(merged)
        if (conflicts.length > 0) setConflict({ theirs, fields: conflicts })
        else if (merges < MERGES_MAX) await save(theirs, merged, merges + 1)
        return
      }
      if (isGone(error)) return setGone(true)
      unanswered.current = mayBeStored(error) ? [...lost, now] : lost
      setProblem(error instanceof Error ? error.message : undefined)
      showFailure(texts.dialog.failed, texts.dialog.failedDescription)
    } finally {
      setSent(null)
    }
  }

  const showUpdatedToast = (before: ContentItem, changed: ContentItem, description: string): void => {
    const status = CONTENT_STATUSES.find((known) => known === statusLabel(before.status))
    const isUndoable = status !== undefined && status !== statusLabel(changed.status)
    toast({
      title: texts.dialog.updated,
      description,
      ...(isUndoable
        ? { action: { label: texts.dialog.undo, onAction: () => void undo(changed, status, before.approvalAskedAt) } }
        : {}),
    })
  }
  /** What waited for approval waits again. The dialog is closed by then, and callbacks of `mutate` would be dropped with it. */
  const undo = async (
    post: ContentItem,
    status: (typeof CONTENT_STATUSES)[number],
    askedAt: string | null,
  ): Promise<void> => {
    const approval = askedAt === null ? {} : { needsApproval: true }
    try {
      await update.mutateAsync({ post, changes: { status, ...approval, version: post.version } })
      toast({ title: texts.dialog.undoneTitle, description: texts.dialog.undone(status) })
    } catch (error) {
      showFailure(draftTexts.bulk.undoFailed, error instanceof Error ? error.message : '')
    }
  }

  const decide = (field: EditableField, takes: boolean): void => {
    if (!conflict) return
    if (takes) setTyped({ ...typed, [field]: toEditable(conflict.theirs)[field] })
    const fields = conflict.fields.filter((other) => other !== field)
    setConflict(fields.length > 0 ? { ...conflict, fields } : null)
  }

  return {
    base,
    typed,
    setTyped,
    isDirty,
    busy: update.isPending,
    problem,
    gone,
    conflict,
    keepMine: (field: EditableField) => decide(field, false),
    takeTheirs: (field: EditableField) => decide(field, true),
    save: (now: Editable) => save(base, now),
  }
}

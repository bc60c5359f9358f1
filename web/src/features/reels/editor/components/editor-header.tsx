/** Which reel this is, whether it is saved, and what is done with the whole of it. */
import type { Reel } from '@tangelo/contract'
import { Clapperboard, Copy, Redo2, TriangleAlert, Undo2 } from 'lucide-react'
import { formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { nameOf, statusVariant } from '../../reels/rules.ts'
import { isWatchable } from '../../renders/rules/video.ts'
import { useDuplicate } from '../queries.ts'
import { texts } from '../texts.ts'
import type { Editing, EditingState } from './editing.ts'

interface EditorHeaderProps {
  readonly reel: Reel
  readonly editing: EditingState & Editing
  readonly onDuplicated: (reel: Reel) => void
  readonly onGenerate: () => void
  readonly canGenerate: boolean
  readonly isGenerating: boolean
}

export function EditorHeader({
  reel,
  editing,
  onDuplicated,
  onGenerate,
  canGenerate,
  isGenerating,
}: EditorHeaderProps) {
  const duplicate = useDuplicate()
  const startDuplicate = async (): Promise<void> => {
    try {
      // The copy is made of what the server has.
      if (!(await editing.flush())) {
        showFailure(texts.header.duplicateFailed, texts.header.duplicateUnsaved)
        return
      }
      const copy = await duplicate.mutateAsync(editing.state().reel)
      toast({ title: texts.header.duplicated, description: texts.header.duplicatedDescription })
      onDuplicated(copy)
    } catch (error) {
      showFailure(texts.header.duplicateFailed, error instanceof Error ? error.message : '')
    }
  }
  return (
    <header className="flex flex-wrap items-center gap-y-2 gap-x-4 py-3 pr-3 pl-5 border-b border-line max-desk:py-3 max-desk:px-4">
      <div className="editor-title">
        <h2 className="text-panel" title={nameOf(reel)}>
          {nameOf(reel)}
        </h2>
        <Badge variant={statusVariant(reel.status)}>{reel.status}</Badge>
        {reel.isVideoOutdated ? <Badge tone="amber">{texts.header.outdated}</Badge> : null}
        <SavedLine editing={editing} />
      </div>
      <div className="editor-actions">
        <IconButton
          size="small"
          label={texts.header.undo}
          icon={<Undo2 />}
          disabled={!editing.canUndo}
          onClick={editing.undo}
        />
        <IconButton
          size="small"
          label={texts.header.redo}
          icon={<Redo2 />}
          disabled={!editing.canRedo}
          onClick={editing.redo}
        />
        <Button
          size="small"
          variant="quiet"
          icon={<Copy />}
          busy={duplicate.isPending}
          onClick={() => void startDuplicate()}
        >
          {texts.header.duplicate}
        </Button>
        <Button
          variant="primary"
          className="editor-generate"
          icon={<Clapperboard />}
          disabled={!canGenerate}
          busy={isGenerating}
          busyLabel={texts.header.generating}
          onClick={onGenerate}
        >
          {isWatchable(reel.videoUrl) ? texts.header.regenerate : texts.header.generate}
          <span className="font-[450]">{texts.header.cost}</span>
        </Button>
      </div>
    </header>
  )
}

function SavedLine({ editing }: { readonly editing: EditingState & Editing }) {
  const now = useNow()
  const { edited, failure, conflict, isSaving, isUnsaved, savedAt } = editing
  if (failure !== null && !isSaving) {
    return (
      <p
        className="text-caption flex items-center gap-1.5 flex-none text-ink-3 data-[tone=bad]:flex-[0_1_auto] data-[tone=bad]:text-bad"
        data-tone="bad"
        role="alert"
      >
        <TriangleAlert />
        {texts.saving.failed(failure)}
        <Button size="small" onClick={() => void editing.flush()}>
          {texts.saving.retry}
        </Button>
      </p>
    )
  }
  const text = conflict
    ? texts.saving.apart
    : isUnsaved && edited.pictures.length === 0
      ? texts.saving.noImages
      : isSaving || isUnsaved
        ? texts.saving.saving
        : savedAt === null
          ? texts.saving.saved
          : texts.saving.savedAgo(formatMoment(savedAt, now))
  return (
    <p
      className="text-caption flex items-center gap-1.5 flex-none text-ink-3 data-[tone=bad]:flex-[0_1_auto] data-[tone=bad]:text-bad"
      role="status"
    >
      {text}
    </p>
  )
}

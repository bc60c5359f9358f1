/** The buttons below an import, step by step. */
import type { ImportPreview } from '@tangelo/contract'
import type { ComponentProps } from 'react'
import { formatWhole } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import type { Dialog } from '#ui/dialog.tsx'
import { hindranceIn } from '../rules.ts'
import { texts } from '../texts.ts'
import type { ImportState } from './import-state.ts'

interface ImportActions {
  run: () => void
  cancel: () => void
  close: () => void
  discard: () => void
  start: (file: File) => void
}

export function footerOf(
  state: ImportState,
  { run, cancel, close, discard, start }: ImportActions,
): ComponentProps<typeof Dialog>['footer'] {
  switch (state.step) {
    case 'choose':
    case 'importing':
      return null
    case 'sending':
    case 'reading':
      return <Button onClick={cancel}>{texts.cancel}</Button>
    case 'preview': {
      if (hindranceIn(state.preview) !== null && !state.isStale)
        return <Button onClick={close}>{texts.preview.close}</Button>
      return (
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button variant="primary" busy={state.isStale} busyLabel={texts.preview.reading} onClick={run}>
            {importLabel(state.preview)}
          </Button>
        </>
      )
    }
    case 'failed':
      return (
        <>
          <Button onClick={discard}>{texts.another}</Button>
          <Button variant="primary" onClick={() => start(state.file)}>
            {texts.retry}
          </Button>
        </>
      )
    case 'done':
      return (
        <>
          <Button onClick={discard}>{texts.another}</Button>
          <Button variant="primary" onClick={close}>
            {texts.done}
          </Button>
        </>
      )
  }
}

/** How much is stored by it. */
function importLabel({ snapshots, posts }: ImportPreview): string {
  if (snapshots > 0) return texts.preview.importReadings(formatWhole(snapshots), snapshots)
  return texts.preview.importPosts(formatWhole(posts), posts)
}

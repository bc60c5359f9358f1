/** The reel of the address, at the top of the page: its editor, or why there is none. */
import type { Reel } from '@tangelo/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ComponentProps, type ComponentType, lazy, type Ref, Suspense, useEffect, useRef } from 'react'
import { hasCredit, useCredits } from '#features/billing/index.ts'
import {
  type ReelEditor as Editor,
  findCachedReel,
  isRendering,
  reelLoadFailure as loadFailure,
  reelDetail,
  storeReel,
  reelTexts as texts,
} from '#features/reels/index.ts'
import { ApiError } from '#lib/api.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Large, and for those who chose a reel. When it cannot be fetched the rest of the page still works, and says what is missing. */
const ReelEditor = lazy<ComponentType<ComponentProps<typeof Editor>>>(() =>
  import('#features/reels/editor/components/reel-editor.tsx').then(
    (module) => ({ default: module.ReelEditor }),
    () => ({ default: EditorFailed }),
  ),
)

function EditorFailed() {
  return (
    <Panel className="px-5 py-4 text-label" role="alert">
      {texts.selected.editorFailed}
    </Panel>
  )
}

interface SelectedReelProps {
  readonly reelId: string
  readonly isBusy: boolean
  readonly onGenerate: (reel: Reel) => void
  /** See `ReelEditor`. */
  readonly flush: Ref<() => Promise<boolean>>
  /** Null closes it. */
  readonly onSelect: (reelId: string | null) => void
}

export function SelectedReel({ reelId, isBusy, onGenerate, flush, onSelect }: SelectedReelProps) {
  const client = useQueryClient()
  const {
    data: reel,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...reelDetail(reelId),
    placeholderData: () => findCachedReel(client, reelId),
  })
  const canPay = hasCredit(useCredits(reel?.companyId ?? null))
  // Even where the reel is still cached: its editor would go on as if everything were saved.
  const isMissing = error instanceof ApiError && error.status === 404
  const place = useFocusOnChoice()
  const close = (
    <Button icon={<X />} onClick={() => onSelect(null)}>
      {texts.selected.close}
    </Button>
  )
  const waiting = (
    <Panel className="h-160 p-4" aria-busy="true">
      <p className="sr-only" role="status">
        {texts.selected.loading}
      </p>
      <Skeleton className="h-full w-full" />
    </Panel>
  )
  return (
    <section ref={place} tabIndex={-1} className="mt-6" aria-label={texts.selected.label}>
      {reel && !isMissing ? (
        <Suspense fallback={waiting}>
          <ReelEditor
            reel={reel}
            onChanged={(changed) => storeReel(client, changed)}
            onDuplicated={(copy) => {
              storeReel(client, copy)
              // Its answer may come after the user has left.
              if (place.current) onSelect(copy.id)
            }}
            onGenerate={onGenerate}
            canGenerate={canPay && !isRendering(reel)}
            isGenerating={isBusy}
            flush={flush}
          />
        </Suspense>
      ) : error ? (
        <Panel>
          {isMissing ? (
            <EmptyState title={texts.selected.missing} text={texts.selected.missingNext} actions={close} />
          ) : (
            <QueryFailed
              title={texts.selected.failed}
              cause={loadFailure(error)}
              query={{ error, isFetching, refetch }}
            />
          )}
        </Panel>
      ) : (
        waiting
      )}
    </section>
  )
}

/** Choosing a reel in the list moves the focus to its editor; opening its URL starts at the page's heading. */
function useFocusOnChoice() {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (document.activeElement?.closest('[data-reel]')) place.current?.focus({ preventScroll: true })
  }, [])
  return place
}

/** The Reel Maker: what is left to spend, the reel in the editor, the running renders, and all reels. The URL holds the reel. */
import type { Reel } from '@tangelo/contract'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, RefreshCw } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { CreditsBadge, CreditsNotice, hasCredit, refreshCredits, useCredits } from '#features/billing/index.ts'
import {
  flattenReels,
  isEnded,
  isWatchable,
  nameOfReel as nameOf,
  ReelList,
  RunStrip,
  refreshAllReels as refreshAll,
  reelTexts as texts,
  useFollowedRenders,
  useGenerate,
  useReels,
} from '#features/reels/index.ts'
import { useIsHere } from '#lib/is-here.ts'
import { usePageAction } from '#lib/page-action.ts'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { showFailure } from '#ui/toast.tsx'
import { type ReelDialog, ReelDialogs } from './reel-maker-dialogs.tsx'
import { useRefresh } from './reel-maker-refresh.ts'
import { SelectedReel } from './reel-maker-selected.tsx'

const NOTICE = 'credits-notice'

const route = getRouteApi('/reel-maker')

export function ReelMakerPage() {
  const { record = null } = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const companyId = useSession().user?.companyId ?? null
  const canPay = hasCredit(useCredits(companyId))
  const list = useReels()
  const reels = useMemo(() => flattenReels(list.data?.pages ?? []), [list.data])
  const followed = useFollowedRenders(reels)
  const openDialog = useRef<(dialog: ReelDialog) => void>(null)
  const show = (dialog: ReelDialog): void => openDialog.current?.(dialog)
  usePageAction(canPay ? { 'upload-images': () => show({ kind: 'upload', reel: null }) } : {})

  const isHere = useIsHere()
  /** An answer that comes after the page was left leads nowhere. */
  const select = (reelId: string | null): void => {
    if (!isHere()) return
    void navigate({ search: reelId === null ? {} : { record: reelId } })
  }
  const showRender = (renderId: string, reel: Reel): void => {
    followed.follow(renderId, reel)
    show({ kind: 'processing', renderId, reel })
  }
  const generate = useGenerate(({ renderId }, reel) => showRender(renderId, reel))
  const flushEditor = useRef<() => Promise<boolean>>(null)
  const startGenerate = async (reel: Reel): Promise<void> => {
    // The video is made of what the server has.
    const isSaved = reel.id !== record || ((await flushEditor.current?.()) ?? true)
    if (isSaved) generate.start(reel)
    else showFailure(texts.generate.failed, texts.generate.unsaved)
  }
  const refresh = useRefresh(async () => {
    void refreshCredits(client)
    const { error } = await list.refetch()
    return error
  })
  const openReel = (reel: Reel): void => {
    const { videoUrl } = reel
    if (isWatchable(videoUrl)) show({ kind: 'view', reel, videoUrl })
    else showFailure(texts.view.invalid, texts.view.invalidDescription)
  }

  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 desk:min-w-72 desk:flex-1">
          <h1 className="text-title">{texts.title}</h1>
          <p className="mt-0.5 text-body text-ink-2">{texts.subtitle}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-3 max-desk:w-full desk:gap-x-3">
          {companyId === null ? null : (
            <div className="max-desk:w-full desk:mr-2">
              <CreditsBadge companyId={companyId} />
            </div>
          )}
          <Button
            className="max-desk:flex-1"
            icon={<RefreshCw />}
            disabled={list.isPending}
            busy={refresh.busy}
            busyLabel={texts.refreshing}
            onClick={refresh.start}
          >
            {texts.refresh}
          </Button>
          <Button
            className="max-desk:flex-1"
            variant="primary"
            icon={<Plus />}
            disabled={!canPay}
            aria-describedby={canPay ? undefined : NOTICE}
            onClick={() => show({ kind: 'upload', reel: null })}
          >
            {texts.upload}
          </Button>
        </div>
        <span className="sr-only" role="status">
          {refresh.news}
        </span>
      </div>
      {canPay ? null : <CreditsNotice id={NOTICE} className="mt-6" />}
      {record === null ? null : (
        <SelectedReel
          key={record}
          reelId={record}
          isBusy={generate.busyId === record}
          onGenerate={generate.start}
          flush={flushEditor}
          onSelect={select}
        />
      )}
      {followed.renders.map(({ renderId, reel, render }) =>
        render && !isEnded(render.status) ? (
          <RunStrip
            key={renderId}
            name={nameOf(reel)}
            render={render}
            onOpen={() => show({ kind: 'processing', renderId, reel })}
          />
        ) : null,
      )}
      <ReelList
        list={list}
        selectedId={record}
        busyId={generate.busyId}
        noticeId={NOTICE}
        canUpload={canPay}
        onUpload={() => show({ kind: 'upload', reel: null })}
        onGenerate={(reel) => void startGenerate(reel)}
        onView={openReel}
        onDelete={(reel) => show({ kind: 'delete', reel })}
        onImages={(reel) => show({ kind: 'upload', reel })}
        onProgress={(reel) => reel.render && showRender(reel.render.id, reel)}
      />
      <ReelDialogs
        openDialog={openDialog}
        renders={followed.renders}
        onMade={(reel) => select(reel.id)}
        onDeleted={(reelId) => reelId === record && select(null)}
        onRetry={(reel) => void startGenerate(reel)}
        onFinished={() => {
          // spec §4: closing after completion clears the selection and refreshes reels and draft posts.
          select(null)
          refreshAll(client)
        }}
      />
    </>
  )
}

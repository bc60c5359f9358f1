/** The dialogs of the Reel Maker, each fetched when it is first wanted. */
import type { Reel } from '@tangelo/contract'
import { type Ref, useImperativeHandle, useState } from 'react'
import { SendButton } from '#features/clients/index.ts'
import { type FollowedRender, nameOfReel as nameOf } from '#features/reels/index.ts'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'

const ReelImagesDialog = makePreloadable(
  async () => (await import('#features/reels/reels/components/reel-images-dialog.tsx')).ReelImagesDialog,
)
const ViewReelDialog = makePreloadable(
  async () => (await import('#features/reels/reels/components/view-reel-dialog.tsx')).ViewReelDialog,
)
const DeleteReelDialog = makePreloadable(
  async () => (await import('#features/reels/reels/components/delete-reel-dialog.tsx')).DeleteReelDialog,
)
const ProcessingDialog = makePreloadable(
  async () => (await import('#features/reels/renders/components/processing-dialog.tsx')).ProcessingDialog,
)

const PublishButton = makePreloadable(
  async () => (await import('#features/publishing/publications/components/publish-button.tsx')).PublishButton,
)
const FinishedReel = makePreloadable(
  async () => (await import('#features/content/drafts/components/finished-reel.tsx')).FinishedReel,
)

export type ReelDialog =
  | { readonly kind: 'upload'; readonly reel: Reel | null }
  | { readonly kind: 'view'; readonly reel: Reel; readonly videoUrl: string }
  | { readonly kind: 'delete'; readonly reel: Reel }
  | { readonly kind: 'processing'; readonly renderId: string; readonly reel: Reel }

interface ReelDialogsProps {
  /** Holds what is open by itself: opening a dialog draws nothing of the page anew. */
  readonly openDialog: Ref<(dialog: ReelDialog) => void>
  readonly renders: readonly FollowedRender[]
  /** A reel was made of images, or was given others. */
  readonly onMade: (reel: Reel) => void
  readonly onDeleted: (reelId: string) => void
  readonly onRetry: (reel: Reel) => void
  /** A render was watched to its video. */
  readonly onFinished: () => void
}

export function ReelDialogs({ openDialog, ...props }: ReelDialogsProps) {
  const [dialog, setDialog] = useState<ReelDialog | null>(null)
  // A render that starts late opens nothing over what is being filled in by then: its strip is on the page.
  useImperativeHandle(
    openDialog,
    () => (next) => setDialog((now) => (next.kind === 'processing' && now && now.kind !== next.kind ? now : next)),
    [],
  )
  usePreload(ReelImagesDialog, ViewReelDialog, DeleteReelDialog, ProcessingDialog, FinishedReel, PublishButton)
  // An answer that comes late closes what it belongs to, and nothing else.
  const close = (): void => setDialog((now) => (now === dialog ? null : now))
  return dialog ? <Shown {...props} dialog={dialog} onClose={close} /> : null
}

function Shown({
  dialog,
  renders,
  onClose,
  onMade,
  onDeleted,
  onRetry,
  onFinished,
}: Omit<ReelDialogsProps, 'openDialog'> & { dialog: ReelDialog; onClose: () => void }) {
  switch (dialog.kind) {
    case 'upload':
      return (
        <ReelImagesDialog
          reel={dialog.reel}
          onClose={onClose}
          onDone={(reel) => {
            onClose()
            onMade(reel)
          }}
        />
      )
    case 'view':
      return (
        <ViewReelDialog
          reel={dialog.reel}
          videoUrl={dialog.videoUrl}
          next={<Next reel={dialog.reel} videoUrl={dialog.videoUrl} />}
          onClose={onClose}
        />
      )
    case 'delete':
      return <DeleteReelDialog reel={dialog.reel} onClose={onClose} onDeleted={onDeleted} />
    case 'processing': {
      const followed = renders.find(({ renderId }) => renderId === dialog.renderId)
      return (
        <ProcessingDialog
          renderId={dialog.renderId}
          name={nameOf(dialog.reel)}
          render={followed?.render}
          isUnreachable={followed?.isUnreachable ?? false}
          renderNext={(videoUrl) => <Next reel={dialog.reel} videoUrl={videoUrl} />}
          onClose={(isDone) => {
            onClose()
            if (isDone) onFinished()
          }}
          onRetry={() => onRetry(dialog.reel)}
        />
      )
    }
  }
}

function Next({ reel, videoUrl }: { reel: Reel; videoUrl: string }) {
  return (
    <FinishedReel
      postId={reel.id}
      name={nameOf(reel)}
      caption={reel.caption}
      videoUrl={videoUrl}
      renderAction={(post) => (
        <>
          <SendButton posts={[post]} />
          <PublishButton post={post} variant="primary" />
        </>
      )}
    />
  )
}

/** What a person does about one check: where it leads, or what is changed here. */
import type { Check, ContentItem } from '@tangelo/contract'
import { REEL_IMAGES_MAX } from '@tangelo/contract/limits'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { SendButton } from '#features/clients/index.ts'
import { useCreateReel } from '#features/reels/index.ts'
import { readServerMessage } from '#lib/api.ts'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useChangeSlots } from '../../slots/queries.ts'
import { isVideo } from '../rules/media.ts'
import { texts } from '../texts/publish.ts'
import { EditLink } from './edit-link.tsx'

const words = texts.fixes

interface CheckFixProps {
  readonly check: Check
  readonly post: ContentItem
  /** As it goes out: its caption, and its pictures in their order. */
  readonly sent: { readonly text: string; readonly media: readonly string[] }
  readonly accountId: number
  /** The cure of an `edit` is among the options. */
  readonly isInOptions: boolean
  readonly onOptions: () => void
  readonly onCrop: () => void
  readonly onLater: () => void
  readonly onEdit: (() => void) | undefined
  readonly onClose: () => void
}

export function CheckFix(props: CheckFixProps) {
  const { check, post, sent, accountId, isInOptions, onOptions, onCrop, onLater, onEdit, onClose } = props
  const isAdmin = useSession().user?.role === 'admin'
  switch (check.fix) {
    case 'connect':
      return (
        <Link
          to="/account/$accountId"
          params={{ accountId: String(accountId) }}
          hash="own-account"
          className="button"
          data-size="small"
          onClick={onClose}
        >
          {words.connect}
        </Link>
      )
    case 'resume':
      return <Resume accountId={accountId} />
    case 'ask_approval':
      return <SendButton size="small" posts={[post]} />
    case 'edit':
      return isInOptions ? (
        <Button size="small" onClick={onOptions}>
          {words.editOptions}
        </Button>
      ) : (
        <EditLink postId={post.id} className="button" data-size="small" onEdit={onEdit} onClose={onClose}>
          {words.edit}
        </EditLink>
      )
    case 'crop':
      return (
        <Button size="small" onClick={onCrop}>
          {words.crop}
        </Button>
      )
    case 'as_reel':
      return <AsReel post={post} sent={sent} accountId={accountId} onClose={onClose} />
    case 'public_url':
      return isAdmin ? (
        <Link to="/admin" search={{ tab: 'connections' }} className="button" data-size="small" onClick={onClose}>
          {words.publicUrl}
        </Link>
      ) : (
        <span className="text-caption text-ink-2">{words.askAdministrator}</span>
      )
    case 'later':
      return (
        <Button size="small" onClick={onLater}>
          {words.later}
        </Button>
      )
    default:
      return null
  }
}

function Resume({ accountId }: { readonly accountId: number }) {
  const change = useChangeSlots()
  return (
    <Button
      size="small"
      busy={change.isPending}
      onClick={() =>
        change.mutate(
          { accountId, change: { isPaused: false } },
          {
            onError: (error) => showFailure(words.resumeFailed, readServerMessage(error)),
          },
        )
      }
    >
      {words.resume}
    </Button>
  )
}

/** A video is sent from here, where a picture would have to be fetched. The reel is for the same account: it is published there. */
function AsReel({ post, sent, accountId, onClose }: Pick<CheckFixProps, 'post' | 'sent' | 'accountId' | 'onClose'>) {
  const create = useCreateReel()
  const navigate = useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  const pictures = sent.media.filter((url) => !isVideo(url))
  const images = pictures.slice(0, REEL_IMAGES_MAX)
  return (
    <Button
      ref={button}
      size="small"
      busy={create.isPending}
      busyLabel={words.asReelBusy}
      disabled={images.length === 0}
      onClick={() =>
        // A promise: the callbacks of `mutate` are dropped when the dialog is closed meanwhile.
        void create.mutateAsync({ images, caption: sent.text, companyId: post.companyId, accountId }).then(
          (reel) => {
            toast({ title: words.asReelMade, description: words.asReelMadeHint(pictures.length - images.length) })
            if (!button.current) return
            onClose()
            void navigate({ to: '/reel-maker', search: { record: reel.id } })
          },
          (error: Error) => showFailure(words.asReelFailed, readServerMessage(error)),
        )
      }
    >
      {words.asReel} <span className="font-regular">{words.asReelCost}</span>
    </Button>
  )
}

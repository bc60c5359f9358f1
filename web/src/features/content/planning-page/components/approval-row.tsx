/** One item that waits for approval: what it is, what was said last, when it goes out, and the two answers. */
import type { ContentItem } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Image } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { formatMoment } from '#lib/format.ts'
import { useKeepUnsaved } from '#lib/use-keep-unsaved.ts'
import { useNow } from '#lib/use-now.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { Picture } from '#ui/picture.tsx'
import { Popover } from '#ui/popover.tsx'
import { Tag } from '#ui/tag.tsx'
import { texts as draftTexts } from '../../drafts/texts/post.ts'
import { accountOf, mediaOf, nameOf } from '../../items/rules/items.ts'
import { teamComments } from '../../team-comments/queries.ts'
import { whenText } from '../rules.ts'
import { texts } from '../texts.ts'

interface ApprovalRowProps {
  readonly post: ContentItem
  readonly timeZone: string
  readonly today: string
  readonly onApprove: () => void
  /** With what should change, or an empty text. */
  readonly onSendBack: (comment: string) => void
  /** What was to be said when it could not be sent back. */
  readonly firstComment: string
  /** Selects it. */
  readonly children: ReactNode
}

export function ApprovalRow({
  post,
  timeZone,
  today,
  onApprove,
  onSendBack,
  firstComment,
  children,
}: ApprovalRowProps) {
  const now = useNow()
  const media = mediaOf(post.mediaType)
  return (
    <li>
      <span className="approval-picture">
        <Picture src={post.imageUrl} sizes="96px" width={96} height={120} fallback={<Image className="m-auto" />} />
      </span>
      <div className="min-w-0">
        <div className="flex items-center gap-2">
          {post.account ? (
            <Avatar username={post.account.username} size={22} src={post.account.profilePicture} />
          ) : null}
          <b className="truncate text-panel">{accountOf(post) ?? texts.card.noAccount}</b>
          {media ? <Tag>{draftTexts.mediaTypes[media]}</Tag> : null}
        </div>
        <Link
          from="/planning"
          to="/planning"
          search={(known) => ({ ...known, post: post.id })}
          resetScroll={false}
          className="approval-caption"
          aria-label={texts.approvals.open(nameOf(post))}
        >
          {post.caption?.trim() ? post.caption.slice(0, 400) : texts.card.noCaption}
        </Link>
        {post.teamComments > 0 ? <LastComment post={post} now={now} /> : null}
      </div>
      <div className="approval-side">
        <div className="approval-answers">
          {children}
          <SendBack first={firstComment} onSend={onSendBack} />
          <Button icon={<Check className="text-good" />} onClick={onApprove}>
            {texts.approvals.approve}
          </Button>
        </div>
        <dl>
          <dt>{texts.approvals.planned}</dt>
          <dd>{whenText(post.publishDate, timeZone, today)}</dd>
          <dt>{texts.approvals.sent}</dt>
          <dd>{formatMoment(post.approvalAskedAt, now)}</dd>
          <dt>{texts.approvals.assignee}</dt>
          <dd>{post.assignee?.username ?? texts.card.unassigned}</dd>
        </dl>
      </div>
    </li>
  )
}

function LastComment({ post, now }: { post: ContentItem; now: Date }) {
  const last = useQuery(teamComments(post.id)).data?.at(-1)
  return (
    <p className="approval-comment">
      {last ? (
        <>
          <b className="font-strong text-ink">{last.by ?? texts.approvals.formerUser}</b> {last.text}{' '}
          <span className="text-ink-3">{formatMoment(last.at, now)}</span>
        </>
      ) : null}
    </p>
  )
}

function SendBack({ first, onSend }: { first: string; onSend: (comment: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [comment, setComment] = useState(first)
  const button = useRef<HTMLButtonElement>(null)
  useKeepUnsaved(() => isOpen && comment !== '')
  return (
    <>
      <Button ref={button} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {texts.approvals.sendBack}
      </Button>
      {isOpen ? (
        <Popover title={texts.approvals.sendBack} anchor={button} width={360} onClose={() => setIsOpen(false)}>
          <form
            className="px-5 pb-4 max-desk:px-4"
            onSubmit={(event) => {
              event.preventDefault()
              setIsOpen(false)
              onSend(comment.trim())
            }}
          >
            <TextArea
              label={texts.approvals.whatToChange}
              hint={texts.approvals.optional}
              maxLength={2_000}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
            <Button className="mt-3" type="submit" variant="primary">
              {texts.approvals.sendBack}
            </Button>
          </form>
        </Popover>
      ) : null}
    </>
  )
}

/** The approval of one post in its dialog: what a client said of it, and the way to ask one. */
import '../approvals.css'
import type { ContentItem } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { postApprovals } from '../queries.ts'
import { texts } from '../texts.ts'
import { ApprovalSign } from './approval-sign.tsx'
import { SendButton } from './send-button.tsx'

interface PostApprovalProps {
  readonly post: ContentItem
  /** The form has changes that are not saved, and that the client would not see. */
  readonly isEdited: boolean
}

export function PostApproval({ post, isEdited }: PostApprovalProps) {
  const id = useId()
  const now = useNow()
  const approval = useQuery(postApprovals([post.id])).data?.[0]
  const answer = approval?.answer
  return (
    <section className="mt-5 border-t border-line pt-3" aria-labelledby={id}>
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <h3 id={id} className="flex-1 text-label font-strong">
          {texts.post.title}
        </h3>
        {isEdited ? <span className="text-caption text-ink-3">{texts.post.saveFirst}</span> : null}
        <SendButton size="small" posts={[post]} disabled={isEdited} />
      </div>
      {approval ? (
        <div className="mt-1 grid gap-1.5">
          <p className="flex flex-wrap items-center gap-2 text-note text-ink-3">
            <ApprovalSign approval={approval} />
            {answer ? formatMoment(answer.at, now) : null}
            {answer && !answer.isFinal ? `(${texts.soon})` : null}
          </p>
          {answer?.comment ? <p className="approval-said">{answer.comment}</p> : null}
        </div>
      ) : (
        <p className="text-note text-ink-3">{texts.post.none}</p>
      )}
    </section>
  )
}

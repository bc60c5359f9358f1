/** Requests to clients, the latest first: what was answered, what is still open, and how to withdraw one. */
import '../approvals.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Image, Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { formatDate, formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { type ApprovalRequest, approvalRequests, useWithdrawRequest } from '../queries.ts'
import { progressOf } from '../rules.ts'
import { texts } from '../texts.ts'
import { ApprovalSign } from './approval-sign.tsx'

const words = texts.list

interface RequestListProps {
  readonly companyId: number | undefined
  /** What stands below: it is shown together with the list, so that nothing moves. */
  readonly children: ReactNode
}

export function RequestList({ companyId, children }: RequestListProps) {
  const list = useInfiniteQuery(approvalRequests(companyId))
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const [withdrawn, setWithdrawn] = useState<ApprovalRequest | null>(null)
  return (
    <>
      <section className="mt-5" aria-labelledby="client-requests">
        <h2 id="client-requests" className="mb-2.5 text-panel">
          {words.title}
        </h2>
        <ListPanel query={list} texts={words} isEmpty={() => rows.length === 0}>
          {() => (
            <ul>
              {rows.map((request) => (
                <RequestRow key={request.id} request={request} onWithdraw={setWithdrawn} />
              ))}
            </ul>
          )}
        </ListPanel>
        <MoreButton className="mt-3" list={list}>
          {words.more}
        </MoreButton>
        {withdrawn ? <Withdraw request={withdrawn} onClose={() => setWithdrawn(null)} /> : null}
      </section>
      <div className={list.isPending ? 'invisible' : undefined}>{children}</div>
    </>
  )
}

interface RequestRowProps {
  readonly request: ApprovalRequest
  readonly onWithdraw: (request: ApprovalRequest) => void
}

function RequestRow({ request, onWithdraw }: RequestRowProps) {
  const { clientName, state, items, hasPassword, mail, opened, by, createdAt, expiresAt } = request
  const now = useNow()
  const isOver = state === 'withdrawn' || state === 'expired'
  return (
    <li className="request-row" data-over={isOver ? '' : undefined}>
      <div className="request-head">
        <div className="min-w-0">
          <p className="flex items-center gap-1.5">
            <b className="truncate font-strong">{clientName}</b>
            {hasPassword ? (
              <Lock className="size-3.5 flex-none text-ink-3" role="img" aria-label={words.password} />
            ) : null}
          </p>
          <p className="text-caption text-ink-2">{progressOf(request)}</p>
          {mail ? (
            <p className={`truncate text-caption ${mail.refusal ? 'text-bad' : 'text-ink-3'}`}>
              {mail.refusal ? words.refusals[mail.refusal](mail.address) : words.mailed(mail.address)}
            </p>
          ) : null}
        </div>
        <p className="text-caption text-ink-3">
          {words.opened(opened)}
          <br />
          {words.sent(by, formatMoment(createdAt, now))}
        </p>
        <p className="text-caption text-ink-3">
          <span className={state === 'open' ? 'text-ink-2' : ''}>{texts.requests[state]}</span>
          {state === 'withdrawn'
            ? null
            : `, ${new Date(expiresAt) > now ? words.until(formatDate(expiresAt)) : words.ended(formatDate(expiresAt))}`}
        </p>
        {state === 'withdrawn' ? null : (
          <Button
            size="small"
            variant="quiet"
            aria-label={words.withdrawOf(clientName)}
            onClick={() => onWithdraw(request)}
          >
            {words.withdraw}
          </Button>
        )}
      </div>
      <details className="request-posts" open={state === 'open'}>
        <summary>{words.show(clientName)}</summary>
        <ul>
          {items.map((item) => (
            <li key={item.postId} className="request-post">
              <span className="approval-thumb">
                <Picture
                  src={item.imageUrl}
                  sizes="40px"
                  width={40}
                  height={50}
                  fallback={<Image className="m-auto size-4" />}
                />
              </span>
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  {item.state === 'gone' ? null : (
                    <Link
                      from="/planning"
                      to="/planning"
                      search={(known) => ({ ...known, post: item.postId })}
                      resetScroll={false}
                      className="link max-w-full truncate"
                      aria-label={words.open(item.caption?.trim() || texts.dialog.noCaption)}
                    >
                      {item.caption?.trim() || texts.dialog.noCaption}
                    </Link>
                  )}
                  <ApprovalSign approval={{ ...item, clientName }} />
                </p>
                {item.answer?.comment ? <p className="approval-said">{item.answer.comment}</p> : null}
              </div>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}

function Withdraw({ request, onClose }: { request: ApprovalRequest; onClose: () => void }) {
  const withdraw = useWithdrawRequest()
  const confirm = async (): Promise<void> => {
    try {
      await withdraw.mutateAsync(request.id)
      onClose()
      toast({ title: words.withdrawn, description: request.clientName })
    } catch (failure) {
      showFailure(words.withdrawFailed, readServerMessage(failure) ?? texts.dialog.failedDescription)
    }
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={words.withdrawTitle(request.clientName)}
      description={words.withdrawDescription}
      confirmLabel={words.withdraw}
      busy={withdraw.isPending}
      busyLabel={words.withdrawing}
      danger
      onConfirm={() => void confirm()}
    />
  )
}

/**
 * 'Publish to @…': the connected accounts of the item's company are asked for first. Loading, failed, none connected, and the choice
 * with its rehearsal.
 */
import './publish.css'
import type { ContentItem, OwnAccounts } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ownAccountList } from '../../own-accounts/queries.ts'
import { targetsOf, usualTarget } from '../rules/publish.ts'
import { texts } from '../texts/publish.ts'
import { texts as remindTexts } from '../texts/remind.ts'
import { PublishForm } from './publish-form.tsx'

interface PublishDialogProps {
  readonly post: ContentItem
  readonly onEdit: (() => void) | undefined
  readonly onClose: () => void
}

export function PublishDialog({ post, onEdit, onClose }: PublishDialogProps) {
  const query = useQuery(ownAccountList(post.companyId))
  const [chosen, setChosen] = useState<number | null>(null)
  const [isByHand, setIsByHand] = useState(false)
  const own = query.data?.accounts ?? []
  const targets = targetsOf(post, own)
  const target = targets.find(({ accountId }) => accountId === chosen) ?? usualTarget(post, own)
  // The one that is shown stays: a connection that ends meanwhile must not make it another one.
  if (query.data && target && target.accountId !== chosen) setChosen(target.accountId)
  if (query.data && target && (isByHand || targets.some(({ isConnected }) => isConnected)))
    return (
      <PublishForm
        // What is chosen for one account says nothing of another.
        key={target.accountId}
        post={post}
        target={target}
        targets={targets}
        onAccount={setChosen}
        onEdit={onEdit && (() => leaveTo(onClose, onEdit))}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      onClose={onClose}
      title={texts.title(null)}
      description={texts.description(null)}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <QueryView query={query} texts={texts} skeleton={(isLate) => <Waiting isLate={isLate} />}>
        {(known) => <NoneConnected post={post} own={known} onByHand={() => setIsByHand(true)} onClose={onClose} />}
      </QueryView>
    </Dialog>
  )
}

function leaveTo(onClose: () => void, onEdit: () => void): void {
  onClose()
  onEdit()
}

const Waiting = ({ isLate }: { readonly isLate: boolean }) => (
  <div className="grid h-40 content-center gap-3" data-skeleton="">
    {isLate ? (
      <>
        <Skeleton className="h-3 w-48" />
        <Skeleton className="h-3 w-72 max-w-full" />
      </>
    ) : null}
  </div>
)

interface NoneConnectedProps {
  readonly post: ContentItem
  readonly own: OwnAccounts
  readonly onByHand: () => void
  readonly onClose: () => void
}

function NoneConnected({ post, own, onByHand, onClose }: NoneConnectedProps) {
  const isAdmin = useSession().user?.role === 'admin'
  const words = texts.none
  const instead = post.account ? <Button onClick={onByHand}>{remindTexts.how.instead}</Button> : null
  if (own.logins.length === 0)
    return (
      <EmptyState
        title={words.title}
        text={words.notOffered}
        actions={
          isAdmin ? (
            <>
              <Link to="/admin" search={{ tab: 'connections' }} className="button" onClick={onClose}>
                {words.connections}
              </Link>
              {instead}
            </>
          ) : (
            instead
          )
        }
      />
    )
  return (
    <EmptyState
      title={words.title}
      text={words.hint}
      actions={
        post.account ? (
          <>
            <Link
              to="/account/$accountId"
              params={{ accountId: String(post.account.id) }}
              hash="own-account"
              className="button"
              data-variant="primary"
              onClick={onClose}
            >
              {words.account(post.account.username)}
            </Link>
            {instead}
          </>
        ) : (
          <Link to="/" className="button" onClick={onClose}>
            {words.accounts}
          </Link>
        )
      }
    />
  )
}

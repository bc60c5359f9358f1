/** Links for clients, the latest first: what each opens, until when, how often it was opened, and its end. */
import '../links.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { formatDate, formatMoment } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { linkPages, type ShareLink, useRevokeLink } from '../queries.ts'
import { texts } from '../texts.ts'

const words = texts.list

/** Of one client, or of all. */
export function LinkList({ clientId }: { readonly clientId: number | null }) {
  const list = useInfiniteQuery(linkPages({ companyId: clientId ?? undefined }))
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const [revoked, setRevoked] = useState<ShareLink | null>(null)
  return (
    <section className="mt-6" aria-labelledby="client-links">
      <h2 id="client-links" className="sr-only">
        {words.title}
      </h2>
      <ListPanel query={list} texts={words} isEmpty={() => rows.length === 0}>
        {() => (
          <ul>
            {rows.map((link) => (
              <LinkRow key={link.id} link={link} onRevoke={setRevoked} />
            ))}
          </ul>
        )}
      </ListPanel>
      <MoreButton className="mt-3" list={list}>
        {words.more}
      </MoreButton>
      {revoked ? <RevokeLink link={revoked} onClose={() => setRevoked(null)} /> : null}
    </section>
  )
}

const TEXTS_OF_OBJECT = { ...words, empty: words.emptyOfObject }

/** Of one object, in its dialog. */
export function ObjectLinks({ kind, targetId }: Pick<ShareLink, 'kind' | 'targetId'>) {
  const list = useInfiniteQuery(linkPages({ kind, targetId }))
  const [revoked, setRevoked] = useState<ShareLink | null>(null)
  return (
    <section className="link-rows" aria-labelledby="object-links">
      <h3 id="object-links">{words.ofObject}</h3>
      <QueryView query={list} texts={TEXTS_OF_OBJECT} skeleton={() => <div className="h-15" />}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows)
          return rows.length === 0 ? (
            <p className="mt-1 text-note text-ink-3">{words.emptyOfObject}</p>
          ) : (
            <ul>
              {rows.map((link) => (
                <LinkRow key={link.id} link={link} isCompact onRevoke={setRevoked} />
              ))}
            </ul>
          )
        }}
      </QueryView>
      <MoreButton size="small" className="mt-2" list={list}>
        {words.more}
      </MoreButton>
      {revoked ? <RevokeLink link={revoked} onClose={() => setRevoked(null)} /> : null}
    </section>
  )
}

interface LinkRowProps {
  readonly link: ShareLink
  /** The object is known: only what differs between its links is said. */
  readonly isCompact?: boolean
  readonly onRevoke: (link: ShareLink) => void
}

function LinkRow({ link, isCompact = false, onRevoke }: LinkRowProps) {
  const { name, state, hasPassword, by, createdAt } = link
  const opened = [
    words.opened(link.openedCount),
    link.lastOpenedAt ? words.last(formatMoment(link.lastOpenedAt)) : null,
  ]
  const until = describeEnd(link)
  return (
    <li className="link-row" data-over={state === 'open' ? undefined : ''} data-compact={isCompact ? '' : undefined}>
      <div className="min-w-0">
        <p className="link-name">
          <span className="truncate">{name}</span>
          {hasPassword ? <Lock role="img" aria-label={words.password} /> : null}
        </p>
        <p className="truncate text-caption text-ink-3">
          {isCompact
            ? [until, ...opened].filter(Boolean).join('. ')
            : [`${texts.kinds[link.kind]} ${nameTarget(link)}`, describeScope(link)].filter(Boolean).join(', ')}
        </p>
      </div>
      {isCompact ? null : (
        <>
          <div className="min-w-0 text-caption text-ink-3">
            <p className={state === 'open' && link.openedCount > 0 ? 'text-ink-2' : ''}>
              {opened.filter(Boolean).join(', ')}
            </p>
            <p>{words.by(by, formatMoment(createdAt))}</p>
          </div>
          <p className={`text-caption ${state === 'open' ? 'text-ink-2' : 'text-ink-3'}`}>{until}</p>
        </>
      )}
      {state === 'open' ? (
        <Button size="small" variant="quiet" aria-label={words.revokeOf(name)} onClick={() => onRevoke(link)}>
          {words.revoke}
        </Button>
      ) : null}
    </li>
  )
}

const nameTarget = ({ kind, targetName }: ShareLink) => (kind === 'account' ? `@${targetName}` : targetName)

function describeScope({ kind, mode, days, accountIds }: ShareLink): string {
  if (kind === 'calendar') return accountIds.length === 0 ? '' : words.accounts(accountIds.length)
  if (days === null) return ''
  return mode === 'frozen' ? words.frozen : words.live(days)
}

function describeEnd({ state, expiresAt, revokedAt }: ShareLink): string {
  if (state === 'gone') return words.gone
  if (state === 'revoked') return words.revokedAt(formatMoment(revokedAt))
  if (expiresAt === null) return words.never
  return state === 'expired' ? words.ended(formatDate(expiresAt)) : words.until(formatDate(expiresAt))
}

function RevokeLink({ link, onClose }: { link: ShareLink; onClose: () => void }) {
  const revoke = useRevokeLink()
  const confirm = async (): Promise<void> => {
    try {
      await revoke.mutateAsync(link.id)
      onClose()
      toast({ title: words.revoked, description: link.name })
    } catch (failure) {
      showFailure(words.revokeFailed, readServerMessage(failure) ?? texts.dialog.failedDescription)
    }
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={words.revokeTitle(link.name)}
      description={words.revokeDescription}
      confirmLabel={words.revoke}
      busy={revoke.isPending}
      busyLabel={words.revoking}
      danger
      onConfirm={() => void confirm()}
    />
  )
}

/** The API tokens of a user, the newest first. Four states; a table, and on a phone two lines for each. */
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatExactMoment, formatMoment } from '#lib/format.ts'
import { useLastHeight } from '#lib/use-last-height.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type ApiToken, tokenList } from '../queries.ts'
import { maskedToken, shortId, tokenName } from '../rules.ts'
import { texts } from '../texts.ts'
import { DeleteToken } from './delete-dialogs.tsx'

const { columns } = texts.list
const CELL = 'px-3 align-middle first:pl-5 last:pr-3'

interface RowsProps {
  readonly tokens: readonly ApiToken[]
  readonly onDelete: (token: ApiToken) => void
}

/** `username`: whose, where they are not the viewer's own. */
export function TokenList({ username }: { readonly username: string | undefined }) {
  const list = useQuery(tokenList(username))
  const isNarrow = useMediaQuery('(max-width: 1099px)')
  const [deleting, setDeleting] = useState<ApiToken | null>(null)
  const rest = useLastHeight<HTMLElement>('tokens', list.isPending)
  const Rows = isNarrow ? Cards : Table
  return (
    <Panel aria-label={texts.list.caption} ref={rest.box} style={{ minHeight: rest.minHeight }}>
      <QueryView query={list} texts={texts.list} skeleton={renderSkeleton}>
        {(tokens) =>
          tokens.length === 0 ? (
            <EmptyState text={username ? texts.list.emptyOf(username) : texts.list.empty} />
          ) : (
            <Rows tokens={tokens} onDelete={setDeleting} />
          )
        }
      </QueryView>
      {deleting ? <DeleteToken token={deleting} onClose={() => setDeleting(null)} /> : null}
    </Panel>
  )
}

/** As high as the sentence of an empty list. */
const renderSkeleton = (isLate: boolean) => (
  <div className="h-46" data-skeleton="">
    {['w-64', 'w-72', 'w-60'].map((width) => (
      <div key={width} className="flex h-14 items-center border-b border-line px-5 last:border-b-0">
        {isLate ? <Skeleton className={`h-3 max-w-full ${width}`} /> : null}
      </div>
    ))}
  </div>
)

function Table({ tokens, onDelete }: RowsProps) {
  const now = useNow()
  return (
    <table className="w-full table-fixed text-table" aria-label={texts.list.caption}>
      <colgroup>
        <col />
        <col className="w-28" />
        <col className="w-48" />
        <col className="w-36" />
        <col className="w-36" />
        <col className="w-36" />
        <col className="w-28" />
        <col className="w-20" />
      </colgroup>
      <thead>
        <tr>
          {[
            columns.name,
            columns.id,
            columns.token,
            columns.created,
            columns.expires,
            columns.lastUsed,
            columns.status,
          ].map((column) => (
            <th
              key={column}
              scope="col"
              className={`${CELL} border-b border-line py-2.5 text-left text-caption font-medium text-ink-3`}
            >
              {column}
            </th>
          ))}
          <th scope="col" className={`${CELL} border-b border-line`}>
            <span className="sr-only">{columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id} className="h-14 border-b border-line last:border-b-0 hover:bg-hover">
            <td className={`${CELL} truncate font-medium`}>
              <Name token={token} />
            </td>
            <td className={`${CELL} font-mono text-caption text-ink-2`} title={token.id}>
              {shortId(token.id)}
            </td>
            <td className={`${CELL} truncate font-mono text-caption text-ink-2`}>{maskedToken(token)}</td>
            <td className={`${CELL} text-ink-2`} title={formatExactMoment(token.createdAt)}>
              {formatMoment(token.createdAt, now)}
            </td>
            <td className={`${CELL} text-ink-2`} title={formatExactMoment(token.expiresAt)}>
              {formatMoment(token.expiresAt, now)}
            </td>
            <td className={`${CELL} text-ink-2`}>{lastUsed(token, now)}</td>
            <td className={CELL}>
              <Status token={token} />
            </td>
            <td className={`${CELL} text-right`}>
              <Delete token={token} onDelete={onDelete} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cards({ tokens, onDelete }: RowsProps) {
  const now = useNow()
  return (
    <ul aria-label={texts.list.caption}>
      {tokens.map((token) => (
        <li key={token.id} className="flex items-start gap-3 border-b border-line py-3 pr-2 pl-4 last:border-b-0">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="min-w-0 truncate font-medium">
                <Name token={token} />
              </span>
              <Status token={token} />
            </p>
            <p className="mt-1 truncate font-mono text-caption text-ink-2" title={token.id}>
              {shortId(token.id)} {maskedToken(token)}
            </p>
            <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-note">
              {[
                [columns.created, formatMoment(token.createdAt, now)],
                [columns.expires, formatMoment(token.expiresAt, now)],
                [columns.lastUsed, lastUsed(token, now)],
              ].map(([name, value]) => (
                <div key={name} className="contents">
                  <dt className="text-ink-3">{name}</dt>
                  <dd className="text-ink-2">{value}</dd>
                </div>
              ))}
            </dl>
          </div>
          <Delete token={token} onDelete={onDelete} />
        </li>
      ))}
    </ul>
  )
}

const lastUsed = ({ lastUsedAt }: ApiToken, now: Date): string =>
  lastUsedAt === null ? texts.list.neverUsed : formatMoment(lastUsedAt, now)

function Name({ token: { name } }: { token: ApiToken }) {
  return name ?? <span className="font-regular text-ink-3">{texts.list.unnamed}</span>
}

function Status({ token: { status } }: { token: ApiToken }) {
  return <Badge tone={status === 'Active' ? 'good' : 'slate'}>{texts.list.statuses[status]}</Badge>
}

function Delete({ token, onDelete }: { token: ApiToken; onDelete: (token: ApiToken) => void }) {
  return <IconButton label={texts.list.delete(tokenName(token))} icon={<Trash2 />} onClick={() => onDelete(token)} />
}

/** API tokens as a table, and on a phone as two lines for each. */
import { Trash2 } from 'lucide-react'
import { formatExactMoment, formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { ApiToken } from '../queries.ts'
import { maskToken, shortId, tokenName } from '../rules.ts'
import { texts } from '../texts.ts'

const { columns } = texts.list
const CELL = 'px-3 align-middle first:pl-5 last:pr-3'

interface RowsProps {
  readonly tokens: readonly ApiToken[]
  readonly onDelete: (token: ApiToken) => void
}

export function TokenTable({ tokens, onDelete }: RowsProps) {
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
            <td className={`${CELL} truncate font-mono text-caption text-ink-2`}>{maskToken(token)}</td>
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

export function TokenCards({ tokens, onDelete }: RowsProps) {
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
              {shortId(token.id)} {maskToken(token)}
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

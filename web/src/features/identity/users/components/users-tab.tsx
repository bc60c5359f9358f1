/** The tab 'Users' of the admin panel. Administrators cannot delete themselves (spec §5). */
import type { Role } from '@tangelo/contract/limits'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { AdminList, type AdminTabProps, orderOf, RowActions } from '#features/core/index.ts'
import { formatMoment } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { Badge } from '#ui/badge.tsx'
import type { Column } from '#ui/paged-list.tsx'
import { OnlyCompany } from '../../companies/components/only-company.tsx'
import { USER_ORDERS, type User, userPages } from '../queries.ts'
import { texts } from '../texts.ts'
import { DeleteUser } from './delete-user.tsx'
import { UserDialog } from './user-dialog.tsx'

const ORDERS = USER_ORDERS.map((value) => ({ value, label: texts.orders[value] }))
const TONES = { admin: 'indigo', pro: 'blue', basic: 'slate' } as const satisfies Record<Role, string>

type Open = { what: 'save'; user: User | null } | { what: 'delete'; user: User } | null
interface Shared {
  readonly ownId: number | undefined
  readonly onOpen: (open: Open) => void
}

export function UsersTab({ filter, onFilter }: AdminTabProps) {
  const order = orderOf(USER_ORDERS, filter.order)
  const { company } = filter
  const list = useInfiniteQuery({ ...userPages(order, filter.q, company), placeholderData: keepPreviousData })
  const ownId = useSession().user?.id
  const [open, setOpen] = useState<Open>(null)
  const close = (): void => setOpen(null)
  const columns = useMemo(() => buildColumns({ ownId, onOpen: setOpen }), [ownId])
  return (
    <>
      <AdminList
        words={texts}
        list={list}
        columns={columns}
        card={(user) => <Card user={user} ownId={ownId} onOpen={setOpen} />}
        q={filter.q}
        onSearch={(q) => onFilter({ q })}
        order={order}
        orders={ORDERS}
        onOrder={(next) => onFilter({ order: next })}
        onCreate={() => setOpen({ what: 'save', user: null })}
        narrowed={
          company === undefined ? null : (
            <OnlyCompany companyId={company} onShowAll={() => onFilter({ company: undefined })} />
          )
        }
        onShowAll={() => onFilter({ q: '', company: undefined })}
      />
      {open?.what === 'save' ? <UserDialog user={open.user} companyId={company ?? null} onClose={close} /> : null}
      {open?.what === 'delete' ? <DeleteUser user={open.user} onClose={close} /> : null}
    </>
  )
}

function buildColumns(shared: Shared): Column<User>[] {
  const { columns } = texts
  return [
    { head: columns.name, cell: (user) => <Name user={user} ownId={shared.ownId} /> },
    { head: columns.role, className: 'w-28', cell: ({ role }) => <Badge tone={TONES[role]}>{role}</Badge> },
    {
      head: columns.company,
      className: 'w-52',
      cell: ({ companyName }) => <TextOrNone text={companyName} none={texts.noCompany} />,
    },
    {
      head: columns.webhook,
      className: 'w-56',
      cell: ({ webhookUrl }) => <TextOrNone text={webhookUrl} none={texts.none} />,
    },
    {
      head: columns.created,
      className: 'w-34 text-ink-2',
      cell: ({ createdAt }) => <span className="block truncate">{formatMoment(createdAt)}</span>,
    },
    {
      head: columns.actions,
      className: 'w-26 text-right broad:w-32',
      cell: (user) => <Actions user={user} {...shared} />,
    },
  ]
}

function TextOrNone({ text, none }: { text: string | null; none: string }) {
  return (
    <span className={`block truncate ${text ? '' : 'text-ink-3'}`} title={text ?? undefined}>
      {text ?? none}
    </span>
  )
}

function Name({ user, ownId }: { user: User; ownId: number | undefined }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <b className="truncate font-strong">{user.username}</b>
      {user.invitedAt ? <Badge tone="amber">{texts.invited}</Badge> : null}
      {user.mailState === 'bounced' ? <Badge tone="bad">{texts.bounced}</Badge> : null}
      {user.id === ownId ? <Badge variant="outline">{texts.you}</Badge> : null}
    </span>
  )
}

function Actions({ user, ownId, onOpen }: Shared & { user: User }) {
  return (
    <RowActions
      name={user.username}
      actions={[
        {
          word: texts.edit,
          label: texts.editOf(user.username),
          icon: <Pencil />,
          onPress: () => onOpen({ what: 'save', user }),
        },
        ...(user.id === ownId
          ? []
          : [
              {
                word: texts.remove,
                label: texts.removeOf(user.username),
                icon: <Trash2 />,
                onPress: () => onOpen({ what: 'delete', user }),
              },
            ]),
      ]}
    />
  )
}

function Card({ user, ownId, onOpen }: Shared & { user: User }) {
  return (
    <>
      <div className="grid min-w-0 flex-1 gap-1.5">
        <Name user={user} ownId={ownId} />
        <span className="flex min-w-0 items-center gap-2 text-note text-ink-3">
          <Badge tone={TONES[user.role]}>{user.role}</Badge>
          <span className="truncate">{user.companyName ?? texts.noCompany}</span>
        </span>
      </div>
      <Actions user={user} ownId={ownId} onOpen={onOpen} />
    </>
  )
}

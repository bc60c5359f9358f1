/** The tab 'Companies' of the admin panel. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Coins, Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { creditsTexts, GiveCredits } from '#features/billing/index.ts'
import { AdminList, type AdminTabProps, orderOf, RowActions } from '#features/core/index.ts'
import { formatMoment, formatWhole } from '#lib/format.ts'
import { Badge } from '#ui/badge.tsx'
import type { Column } from '#ui/paged-list.tsx'
import { COMPANY_ORDERS, type Company, companyPages } from '../queries.ts'
import { websiteLink } from '../rules.ts'
import { texts } from '../texts.ts'
import { CompanyDialog } from './company-dialog.tsx'
import { DeleteCompany } from './delete-company.tsx'

const ORDERS = COMPANY_ORDERS.map((value) => ({ value, label: texts.orders[value] }))
const NUMBER = 'w-22 text-right'

type Open =
  | { what: 'save'; company: Company | null }
  | { what: 'delete'; company: Company }
  | { what: 'credits'; company: Company }
  | null

export function CompaniesTab({ filter, onFilter }: AdminTabProps) {
  const order = orderOf(COMPANY_ORDERS, filter.order)
  const list = useInfiniteQuery({ ...companyPages(order, filter.q), placeholderData: keepPreviousData })
  const [open, setOpen] = useState<Open>(null)
  const close = (): void => setOpen(null)
  /** As the list has it now: it may have been an old one at the press, and be on its way again. */
  const readNow = (company: Company): Company =>
    list.data?.pages.flatMap(({ rows }) => rows).find(({ id }) => id === company.id) ?? company
  const columns = useMemo(() => buildColumns(setOpen), [])
  return (
    <>
      <AdminList
        words={texts}
        list={list}
        columns={columns}
        card={(company) => <Card company={company} onOpen={setOpen} />}
        q={filter.q}
        onSearch={(q) => onFilter({ q })}
        order={order}
        orders={ORDERS}
        onOrder={(next) => onFilter({ order: next })}
        onCreate={() => setOpen({ what: 'save', company: null })}
        narrowed={null}
        onShowAll={() => onFilter({ q: '' })}
      />
      {open?.what === 'save' ? <CompanyDialog company={open.company} onClose={close} /> : null}
      {open?.what === 'delete' ? <DeleteCompany company={readNow(open.company)} onClose={close} /> : null}
      {open?.what === 'credits' ? (
        <GiveCredits companyId={open.company.id} companyName={open.company.name} onClose={close} />
      ) : null}
    </>
  )
}

function buildColumns(onOpen: (open: Open) => void): Column<Company>[] {
  const { columns } = texts
  return [
    { head: columns.name, cell: (company) => <Name company={company} /> },
    {
      head: columns.table,
      className: 'w-32',
      cell: ({ airtableTable }) => (
        <span className={`block truncate ${airtableTable ? '' : 'text-ink-3'}`}>{airtableTable ?? texts.noTable}</span>
      ),
    },
    {
      head: columns.timeZone,
      className: 'w-32',
      cell: ({ timeZone }) => <span className="block truncate text-ink-2">{timeZone}</span>,
    },
    { head: columns.users, className: NUMBER, cell: (company) => <Count company={company} of="users" /> },
    { head: columns.accounts, className: NUMBER, cell: (company) => <Count company={company} of="accounts" /> },
    {
      head: columns.created,
      className: 'w-38 pl-8 text-ink-2',
      cell: ({ createdAt }) => <span className="block truncate">{formatMoment(createdAt)}</span>,
    },
    {
      head: columns.actions,
      className: 'w-26 text-right broad:w-46',
      cell: (company) => <Actions company={company} onOpen={onOpen} />,
    },
  ]
}

function Name({ company: { name, website, isDemo } }: { company: Company }) {
  const link = websiteLink(website)
  return (
    <div className="min-w-0">
      <span className="flex items-center gap-2">
        <b className="block truncate font-strong">{name}</b>
        {isDemo ? <Badge tone="amber">{texts.demo}</Badge> : null}
      </span>
      {website ? (
        <span className="block truncate text-caption text-ink-3">
          {link ? (
            <a href={link} target="_blank" rel="noreferrer" className="-my-1 inline-block py-1 hover:underline">
              {website}
            </a>
          ) : (
            website
          )}
        </span>
      ) : null}
    </div>
  )
}

function Count({ company, of }: { company: Company; of: 'users' | 'accounts' }) {
  const count = formatWhole(company[of])
  const name = of === 'users' ? texts.usersOf(count, company.name) : texts.accountsOf(count, company.name)
  return company[of] === 0 ? (
    <span className="text-ink-3">{count}</span>
  ) : (
    <Link to="/admin" search={{ tab: of, company: String(company.id) }} className="link" aria-label={name}>
      {count}
    </Link>
  )
}

function Actions({ company, onOpen }: { company: Company; onOpen: (open: Open) => void }) {
  return (
    <RowActions
      name={company.name}
      actions={[
        {
          word: creditsTexts.give.count,
          label: creditsTexts.give.button(company.name),
          icon: <Coins />,
          onPress: () => onOpen({ what: 'credits', company }),
        },
        {
          word: texts.edit,
          label: texts.editOf(company.name),
          icon: <Pencil />,
          onPress: () => onOpen({ what: 'save', company }),
        },
        {
          word: texts.remove,
          label: texts.removeOf(company.name),
          icon: <Trash2 />,
          onPress: () => onOpen({ what: 'delete', company }),
        },
      ]}
    />
  )
}

function Card({ company, onOpen }: { company: Company; onOpen: (open: Open) => void }) {
  return (
    <>
      <div className="min-w-0 flex-1">
        <Name company={company} />
        <span className="block truncate text-note text-ink-3">{texts.people(company.users, company.accounts)}</span>
      </div>
      <Actions company={company} onOpen={onOpen} />
    </>
  )
}

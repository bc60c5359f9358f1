/** The tab 'Instagram Accounts' of the admin panel: accounts of all companies, engagement with two decimals (spec §9). */
import type { Account } from '@tangelo/contract'
import { ACCOUNT_SORTS } from '@tangelo/contract/limits'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { AdminList, type AdminTabProps, orderOf } from '#features/core/index.ts'
import { OnlyCompany } from '#features/identity/index.ts'
import { useSession } from '#lib/session.ts'
import { accountPages } from '../queries/lists.ts'
import { texts } from '../texts/account.ts'
import { texts as listTexts } from '../texts/list.ts'
import { AccountCard, buildColumns, type OpenDialog } from './accounts-tab-columns.tsx'
import { AddAccountDialog } from './add-account-dialog.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { EditAccountDialog } from './edit-account-dialog.tsx'
import { useCompanyNames } from './use-company-names.ts'

const ORDERS = ACCOUNT_SORTS.map((value) => ({ value, label: listTexts.sorts[value] }))

interface AccountsTabProps extends AdminTabProps {
  /** How a row is refreshed is another room's business. */
  readonly refresh: (account: Account) => ReactNode
}

export function AccountsTab({ filter, onFilter, refresh }: AccountsTabProps) {
  const order = orderOf(ACCOUNT_SORTS, filter.order)
  const { company } = filter
  const list = useInfiniteQuery({
    ...accountPages({ sort: order, q: filter.q, companyId: company }),
    placeholderData: keepPreviousData,
  })
  const names = useCompanyNames(list.data?.pages)
  const own = useSession().user?.companyId
  const [open, setOpen] = useState<OpenDialog>(null)
  const close = (): void => setOpen(null)
  const columns = useMemo(() => buildColumns({ names, refresh, onOpen: setOpen }), [names, refresh])
  return (
    <>
      <AdminList
        words={texts.admin}
        list={list}
        columns={columns}
        card={(account) => <AccountCard account={account} names={names} refresh={refresh} onOpen={setOpen} />}
        q={filter.q}
        onSearch={(q) => onFilter({ q })}
        order={order}
        orders={ORDERS}
        onOrder={(next) => onFilter({ order: next })}
        onCreate={() => setOpen({ what: 'add' })}
        narrowed={
          company === undefined ? null : (
            <OnlyCompany companyId={company} onShowAll={() => onFilter({ company: undefined })} />
          )
        }
        onShowAll={() => onFilter({ q: '', company: undefined })}
      />
      {/* spec §5: the company of the user, or 1. */}
      {open?.what === 'add' ? <AddAccountDialog open onClose={close} companyId={company ?? own ?? 1} /> : null}
      {open?.what === 'edit' ? <EditAccountDialog account={open.account} isAdmin onClose={close} /> : null}
      {open?.what === 'delete' ? (
        <DeleteAccount accountId={open.account.id} username={open.account.username} onClose={close} onDeleted={close} />
      ) : null}
    </>
  )
}

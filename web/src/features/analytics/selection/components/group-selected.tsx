/** Adds the chosen accounts to a named group of their client, or makes a new one of them. */
import type { AccountGroup, ListedAccount } from '@tangelo/contract'
import { GROUP_ACCOUNTS_MAX } from '@tangelo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { makePreloadable } from '#lib/preloadable.tsx'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/popover.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { accountGroups, useAddToGroup } from '../../comparison/queries.ts'
import { texts as all } from '../texts.ts'

const texts = all.group
const GroupDialog = makePreloadable(
  async () => (await import('../../comparison/components/group-dialog.tsx')).GroupDialog,
)

interface GroupSelectedProps {
  readonly accounts: readonly ListedAccount[]
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export function GroupSelected({ accounts, anchor, onClose }: GroupSelectedProps) {
  const [isNew, setIsNew] = useState(false)
  const companyId = accounts[0]?.companyId
  const isOneClient = accounts.every((account) => account.companyId === companyId)
  if (isNew) {
    return (
      <GroupDialog
        accounts={accounts.map(({ id, username, companyId: company, metrics }) => ({
          id,
          username,
          companyId: company,
          followers: metrics.followers,
        }))}
        onClose={onClose}
        onSaved={onClose}
        onRemoved={onClose}
      />
    )
  }
  return (
    <Popover onClose={onClose} anchor={anchor} title={texts.title} align="center" width={320}>
      {isOneClient ? (
        <>
          <Groups accounts={accounts} companyId={companyId} onDone={onClose} />
          <div className="border-t border-line p-2">
            <Button
              variant="quiet"
              className="w-full justify-start"
              icon={<Plus />}
              onPointerEnter={GroupDialog.preload}
              onFocus={GroupDialog.preload}
              onClick={() => setIsNew(true)}
            >
              {texts.make}
            </Button>
          </div>
        </>
      ) : (
        <p className="px-5 pb-4 text-label text-ink-2 max-desk:px-4">{texts.oneClient}</p>
      )}
    </Popover>
  )
}

interface GroupsProps {
  accounts: readonly ListedAccount[]
  companyId: number | undefined
  onDone: () => void
}

function Groups({ accounts, companyId, onDone }: GroupsProps) {
  // Colleagues change them, too, and accounts that are deleted or moved leave them.
  const groups = useQuery({ ...accountGroups(companyId), staleTime: 0 })
  const add = useAddToGroup()
  if (groups.isPending) {
    return (
      <div className="px-5 pb-4" aria-busy="true">
        <p className="sr-only" role="status">
          {texts.loading}
        </p>
        <Skeleton className="h-8 w-full" />
      </div>
    )
  }
  if (!groups.data) {
    return (
      <p className="px-5 pb-4 text-label text-ink-2" role="alert">
        {texts.failed}{' '}
        <button type="button" className="link" onClick={() => void groups.refetch()}>
          {all.tryAgain}
        </button>
      </p>
    )
  }
  const own = groups.data.filter((group) => group.companyId === companyId)
  if (own.length === 0) return <p className="px-5 pb-3 text-label text-ink-3">{texts.none}</p>

  const choose = async (group: AccountGroup): Promise<void> => {
    const accountIds = accounts.map(({ id }) => id)
    if (new Set([...group.accountIds, ...accountIds]).size > GROUP_ACCOUNTS_MAX) {
      showFailure(texts.addFailed, texts.tooMany(GROUP_ACCOUNTS_MAX))
      return
    }
    try {
      const saved = await add.mutateAsync({ group, accountIds })
      toast({ title: texts.added, description: texts.addedDescription(saved.name, saved.accountIds.length) })
      onDone()
    } catch (failure) {
      showFailure(texts.addFailed, readServerMessage(failure))
    }
  }
  return (
    <ul className="grid gap-px px-2 pb-2">
      {own.map((group) => (
        <li key={group.id}>
          <Button
            variant="quiet"
            className="w-full justify-start"
            busy={add.isPending && add.variables.group.id === group.id}
            onClick={() => void choose(group)}
          >
            <span className="min-w-0 flex-1 truncate text-left">{group.name}</span>
            <span className="text-caption font-regular text-ink-3">{texts.members(group.accountIds.length)}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

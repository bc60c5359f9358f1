/** The account that the planning page is filtered by, found by its name. */
import type { Account } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountNamed, accountsNamed, planningTexts as texts } from '#features/content/index.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Combobox } from '#ui/combobox.tsx'

interface AccountFilterProps {
  readonly account: string
  readonly clientId: number | null
  readonly onChange: (account: string) => void
}

export function AccountFilter({ account, clientId, onChange }: AccountFilterProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const chosen = useQuery({ ...accountNamed(Number(account)), enabled: account !== '' })
  const found = useQuery({ ...accountsNamed(typed ?? '', clientId ?? undefined), enabled: typed !== null })
  const name = chosen.data ? `@${chosen.data.username}` : chosen.isError ? texts.filters.unknownAccount : ''
  const all = { value: '', label: texts.filters.allAccounts }
  return (
    <span className="planning-account">
      <Combobox
        label={texts.filters.account}
        hideLabel
        icon={account !== '' && chosen.data ? <AccountAvatar account={chosen.data} /> : null}
        chosen={account === '' ? all.label : name}
        value={account}
        onSearch={setTyped}
        onChange={onChange}
        options={[
          ...(typed ? [] : [all]),
          ...(found.data ?? []).map((one) => ({
            value: String(one.id),
            label: `@${one.username}`,
            icon: <AccountAvatar account={one} />,
          })),
        ]}
        isStale={found.isPending}
        note={
          found.isError ? texts.filters.accountsFailed : found.data?.length === 0 ? texts.filters.noAccount : undefined
        }
      />
    </span>
  )
}

function AccountAvatar({ account: { username, metrics } }: { readonly account: Account }) {
  return <Avatar username={username} size={20} src={metrics.profilePicture} />
}

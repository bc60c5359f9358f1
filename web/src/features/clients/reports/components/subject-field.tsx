/** Whom a report is about: an account, a group or a client, found by typing some of its name. */
import type { AccountGroup } from '@tangelo/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountGroups } from '#features/analytics/index.ts'
import { clientChoices } from '#features/identity/index.ts'
import { useSession } from '#lib/session.ts'
import { Combobox } from '#ui/combobox.tsx'
import { reportAccounts } from '../queries/reports.ts'
import type { Subject } from '../rules.ts'
import { texts } from '../texts.ts'

interface SubjectFieldProps {
  readonly clientId: number | null
  readonly chosen: Subject | null
  readonly onChange: (subject: Subject) => void
}

const keyOf = ({ kind, id }: Pick<Subject, 'kind' | 'id'>) => `${kind}:${id}`
const words = texts.builder

export function SubjectField({ clientId, chosen, onChange }: SubjectFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const { user } = useSession()
  const isAdmin = user?.role === 'admin'
  const isOpen = text !== null
  const q = text?.trim().toLowerCase() ?? ''
  const accounts = useQuery({ ...reportAccounts(q, clientId), enabled: isOpen, placeholderData: keepPreviousData })
  const groups = useQuery({ ...accountGroups(clientId), enabled: isOpen })
  const clients = useQuery({ ...clientChoices(q), enabled: isOpen && isAdmin, placeholderData: keepPreviousData })
  const own = user?.companyId && user.companyName ? [{ id: user.companyId, name: user.companyName }] : []
  const companies = isAdmin ? (clients.data ?? []) : own
  const isOfClient = (companyId: number) => clientId === null || companyId === clientId
  const fits = ({ name }: { name: string }) => name.toLowerCase().includes(q)
  const subjects: Subject[] = [
    ...companies
      .filter((company) => isOfClient(company.id) && fits(company))
      .map(({ id, name }) => ({ kind: 'company' as const, id, name, companyId: id })),
    ...(groups.data ?? [])
      .filter((group: AccountGroup) => isOfClient(group.companyId) && fits(group))
      .map(({ id, name, companyId }) => ({ kind: 'group' as const, id, name, companyId })),
    ...(accounts.data ?? []).map(({ id, username, companyId }) => ({
      kind: 'account' as const,
      id,
      name: username,
      companyId,
    })),
  ]
  const labelOf = ({ kind, name }: Subject) =>
    kind === 'account' ? `@${name}` : `${name} (${texts.subjects[kind].toLowerCase()})`
  return (
    <Combobox
      label={words.subject}
      chosen={chosen ? labelOf(chosen) : ''}
      onSearch={setText}
      options={subjects.map((subject) => ({ value: keyOf(subject), label: labelOf(subject) }))}
      isStale={
        accounts.isPending ||
        accounts.isPlaceholderData ||
        groups.isLoading ||
        clients.isLoading ||
        clients.isPlaceholderData
      }
      note={accounts.error ? words.subjectFailed : accounts.isPending ? words.subjectLoading : words.subjectNone}
      value={chosen ? keyOf(chosen) : ''}
      onChange={(value) => {
        const subject = subjects.find((one) => keyOf(one) === value)
        if (subject) onChange(subject)
      }}
    />
  )
}

/** Whom a new report is about until another subject is chosen: the client on the screen, or the first of all. */
import { useQuery } from '@tanstack/react-query'
import { clientChoices } from '#features/identity/index.ts'
import { useSession } from '#lib/session.ts'
import type { Subject } from '../rules.ts'

export function useFirstSubject(clientId: number | null): Subject | null {
  const { user } = useSession()
  const isAdmin = user?.role === 'admin'
  const { data } = useQuery({ ...clientChoices(), enabled: isAdmin })
  const own = user?.companyId && user.companyName ? { id: user.companyId, name: user.companyName } : null
  const withAccounts = data?.filter(({ accounts }) => accounts > 0)
  const company = isAdmin ? (data?.find(({ id }) => id === clientId) ?? withAccounts?.[0]) : own
  return company ? { kind: 'company', id: company.id, name: company.name, companyId: company.id } : null
}

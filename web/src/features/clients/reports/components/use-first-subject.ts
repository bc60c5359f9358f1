/** Whom a new report is about until another subject is chosen: the client on the screen, or the first of all. */
import { useQuery } from '@tanstack/react-query'
import { clientChoices, companyNames } from '#features/identity/index.ts'
import { useSession } from '#lib/session.ts'
import type { Subject } from '../rules.ts'

export function useFirstSubject(clientId: number | null): Subject | null {
  const { user } = useSession()
  const isAdmin = user?.role === 'admin'
  const { data } = useQuery({ ...clientChoices(), enabled: isAdmin && clientId === null })
  const names = useQuery(companyNames(clientId === null ? [] : [clientId])).data
  const own = user?.companyId && user.companyName ? { id: user.companyId, name: user.companyName } : null
  const name = clientId === null ? undefined : names?.get(clientId)
  const client = clientId === null || name === undefined ? undefined : { id: clientId, name }
  // What is known of all clients answers also when it is not asked for.
  const chosen = clientId === null ? data?.find(({ accounts }) => accounts > 0) : client
  const company = isAdmin ? chosen : own
  return company ? { kind: 'company', id: company.id, name: company.name, companyId: company.id } : null
}

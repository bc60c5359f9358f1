/** Whether one signs in with two factors, and changing it. Loading, failed, off, on. */
import { useQuery } from '@tanstack/react-query'
import { useSession } from '#lib/session.ts'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { twoFactorState } from '../queries.ts'
import { texts } from '../texts.ts'
import { AdminRule } from './admin-rule.tsx'
import { TurnedOff } from './turned-off.tsx'
import { TurnedOn } from './turned-on.tsx'

interface TwoFactorProps {
  /** Other sessions have ended. */
  readonly onChanged: () => void
}

export function TwoFactor({ onChanged }: TwoFactorProps) {
  const state = useQuery(twoFactorState())
  const late = useDelayed(state.isPending)
  const { user } = useSession()
  if (state.isPending) return <Loading shown={late} />
  if (!state.data) {
    return <QueryFailed title={texts.failed} query={state} />
  }
  const { onSince, recoveryCodesLeft, isRequiredOfAdmins } = state.data
  const isAdmin = user?.role === 'admin'
  return (
    <>
      {onSince === null ? (
        <TurnedOff onChanged={onChanged} />
      ) : (
        <TurnedOn
          since={onSince}
          codesLeft={recoveryCodesLeft}
          isRequired={isAdmin && isRequiredOfAdmins}
          onChanged={onChanged}
        />
      )}
      {isAdmin ? <AdminRule isRequired={isRequiredOfAdmins} hasOwn={onSince !== null} /> : null}
    </>
  )
}

function Loading({ shown }: { shown: boolean }) {
  return (
    <div aria-busy="true" className="h-20" data-skeleton="">
      <p className="sr-only" role="status">
        {shown ? texts.loading : ''}
      </p>
      {shown ? <Skeleton className="h-3 w-52" /> : null}
    </div>
  )
}

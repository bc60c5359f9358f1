/** Nothing is on sale yet: an administrator sets that up, other users ask one (spec §2). */

import { readServerMessage } from '#lib/api.ts'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { toast } from '#ui/toast.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { useInitializePlans } from '../queries/changes.ts'
import { failureOf } from '../rules.ts'
import { texts } from '../texts/plans.ts'

const words = texts.plans

interface NoPlansProps {
  /** Leads to the plans of the demo workspace. Null where there is none. */
  readonly onShowDemo: (() => void) | null
}

export function NoPlans({ onShowDemo }: NoPlansProps) {
  const isAdmin = useSession().user?.role === 'admin'
  const initialize = useInitializePlans()
  const start = async (): Promise<void> => {
    try {
      const { plans } = await initialize.mutateAsync()
      toast({ title: words.initialized, description: words.initializedDescription(plans.length) })
    } catch (error) {
      toast(failureOf(readServerMessage(error) ? words.initializeFailed : words.initializeFailedUnknown, error))
    }
  }
  return (
    <Panel className="mt-6" aria-label={words.list}>
      <div className="face">
        <Wheel />
        <h2 className="text-panel" role="alert">
          {words.empty}
        </h2>
        {isAdmin ? (
          <div className="face-actions">
            <Button
              variant="primary"
              busy={initialize.isPending}
              busyLabel={words.initializing}
              onClick={() => void start()}
            >
              {words.initialize}
            </Button>
            {onShowDemo ? <Button onClick={onShowDemo}>{words.showDemo}</Button> : null}
          </div>
        ) : (
          <p>{words.askAdmin}</p>
        )}
      </div>
    </Panel>
  )
}

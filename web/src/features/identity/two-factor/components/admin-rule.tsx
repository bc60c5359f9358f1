import { Switch } from '#ui/switch.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useRequireOfAdmins } from '../queries.ts'
import { refusalText } from '../rules.ts'
import { texts } from '../texts.ts'

interface AdminRuleProps {
  readonly isRequired: boolean
  /** An administrator who requires it of others uses it too. */
  readonly hasOwn: boolean
}

/** Whether administrators must sign in with two factors; for administrators. */
export function AdminRule({ isRequired, hasOwn }: AdminRuleProps) {
  const rule = useRequireOfAdmins()
  const isOn = rule.isPending ? rule.variables : isRequired
  const isOpen = hasOwn || isRequired
  return (
    <div className="mt-5 border-t border-line pt-4">
      {isOpen ? (
        <Switch
          label={texts.rule}
          isOn={isOn}
          onChange={(next) =>
            rule.mutate(next, {
              onSuccess: () => toast(next ? texts.ruleOn : texts.ruleOff),
              onError: (error) => showFailure(texts.ruleFailed, refusalText(error)),
            })
          }
        >
          {texts.rule}
        </Switch>
      ) : (
        <p className="text-label text-ink-2">{texts.rule}</p>
      )}
      <p className="mt-1 text-note text-ink-3">
        {texts.ruleNote} {isOpen ? null : texts.ruleFirst}
      </p>
    </div>
  )
}

/** Whom a rule is for: everything, or clients, groups or accounts that are found by typing. */
import { X } from 'lucide-react'
import { useState } from 'react'
import { SubjectField } from '#features/clients/index.ts'
import { Button } from '#ui/button.tsx'
import type { AlertRule } from '../queries/alerts.ts'
import { addToScope, removeFromScope } from '../rules.ts'
import { texts } from '../texts/alerts.ts'

interface ScopeFieldProps {
  readonly rule: AlertRule
  readonly name: string
  readonly onChange: (rule: AlertRule) => void
}

export function ScopeField({ rule, name, onChange }: ScopeFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const { kind, ids } = rule.scope
  return (
    <div className="mt-1.5">
      <div className="flex flex-wrap items-center gap-1.5 text-note">
        <span className="text-ink-2">{texts.scopes[kind]}</span>
        {ids.map((id, at) => {
          const label = rule.scopeNames[at] ?? texts.gone
          return (
            <span key={id} className="inline-flex items-center gap-1 rounded-badge bg-sunken py-0.5 pl-2">
              <span className="max-w-44 truncate">{label}</span>
              <button
                type="button"
                className="grid size-6 place-items-center text-ink-3 hover:text-ink"
                aria-label={texts.removeFrom(label)}
                onClick={() => onChange(removeFromScope(rule, id))}
              >
                <X className="size-3" />
              </button>
            </span>
          )
        })}
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isOpen}
          aria-label={`${texts.scopeOf(name)} ${texts.scopeChange}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? texts.scopeDone : texts.scopeChange}
        </Button>
      </div>
      {isOpen ? (
        <div className="mt-1.5 max-w-80">
          <SubjectField
            clientId={null}
            chosen={null}
            onChange={({ kind: added, id, name: of }) =>
              onChange(addToScope(rule, { kind: added, id, name: added === 'account' ? `@${of}` : of }))
            }
          />
          <p className="text-note text-ink-3">{texts.scopeNote}</p>
        </div>
      ) : null}
    </div>
  )
}

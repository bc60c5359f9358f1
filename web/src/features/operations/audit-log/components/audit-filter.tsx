/** Which entries are shown: a word, their subject, their time, and the user chosen in the list. */
import { AUDIT_GROUPS, type AuditAction, type AuditGroup } from '@tangelo/contract/audit-actions'
import { X } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { DayField } from '#ui/day-field.tsx'
import { FilterField } from '#ui/filter-field.tsx'
import { Select } from '#ui/select.tsx'
import { type Choice, dayError, listActions, TIMES, type TimeName } from '../rules.ts'
import { texts as entryTexts } from '../texts/entries.ts'
import { texts } from '../texts/log.ts'

interface AuditFilterProps {
  readonly choice: Choice
  readonly onChange: (change: Partial<Choice>) => void
}

const GROUPS: readonly { value: AuditGroup | 'all'; label: string }[] = [
  { value: 'all', label: texts.allGroups },
  // Object.keys forgets the names that the groups have.
  ...(Object.keys(AUDIT_GROUPS) as AuditGroup[]).map((group) => ({ value: group, label: texts.groups[group] })),
]
const TIME_OPTIONS = TIMES.map((time) => ({ value: time, label: texts.times[time] }))

export function AuditFilter({ choice, onChange }: AuditFilterProps) {
  return (
    <div className="grid gap-3 border-b border-line px-4 py-3 desk:px-5">
      <div className="grid grid-cols-2 gap-2 desk:flex desk:flex-wrap">
        <FilterField
          className="max-desk:col-span-2 desk:w-56"
          label={texts.search}
          placeholder={texts.searchHint}
          filter={choice.q}
          onFilterChange={(q) => onChange({ q })}
        />
        <Select<AuditGroup | 'all'>
          label={texts.group}
          hideLabel
          options={GROUPS}
          value={choice.group}
          onChange={(group) => onChange({ group, act: 'all' })}
        />
        {choice.group === 'all' ? null : (
          <Select<AuditAction | 'all'>
            label={texts.act}
            hideLabel
            options={listActionOptions(choice.group)}
            value={choice.act}
            onChange={(act) => onChange({ act })}
          />
        )}
        <Select<TimeName>
          label={texts.time}
          hideLabel
          options={TIME_OPTIONS}
          value={choice.time}
          onChange={(time) => onChange({ time })}
        />
      </div>
      <Chips choice={choice} onChange={onChange} />
      {choice.time === 'own' ? <OwnDays choice={choice} onChange={onChange} /> : null}
    </div>
  )
}

/** Actions on a user end with 'of' in a row, where the name follows. */
const listActionOptions = (group: AuditGroup) => [
  { value: 'all' as const, label: texts.allActs },
  ...listActions(group).map((act) => ({ value: act, label: entryTexts.acts[act].replace(/ of$/, '') })),
]

function OwnDays({ choice, onChange }: AuditFilterProps) {
  return (
    <fieldset className="flex max-w-90 gap-3">
      <legend className="sr-only">{texts.times.own}</legend>
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="min-w-0 flex-1">
          <DayField
            label={texts[end]}
            value={choice[end]}
            error={texts.dayErrors[dayError(choice, end) ?? 'none']}
            onChange={(day) => onChange({ [end]: day })}
          />
        </div>
      ))}
    </fieldset>
  )
}

function Chips({ choice: { user, company }, onChange }: AuditFilterProps) {
  const chips = [
    ...(user ? [{ text: texts.onlyBy(user.name), change: { user: null } }] : []),
    ...(company ? [{ text: texts.onlyOf(company.name), change: { company: null } }] : []),
  ]
  if (chips.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {chips.map(({ text, change }) => (
        <Button
          key={text}
          size="small"
          icon={<X />}
          aria-label={texts.showAgain(text)}
          onClick={() => onChange(change)}
        >
          <span className="max-w-60 truncate">{text}</span>
        </Button>
      ))}
    </div>
  )
}

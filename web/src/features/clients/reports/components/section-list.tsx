/** The sections of a report in their order, each on or off, with a note. They are dragged, or moved with arrows, also by keyboard. */
import { REPORT_NOTE_MAX_LENGTH } from '@tangelo/contract/limits'
import { ArrowDown, ArrowUp, GripVertical, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { useReorder } from '#lib/use-reorder.ts'
import { TextArea } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Switch } from '#ui/switch.tsx'
import { type DraftSection, moveSection } from '../rules.ts'
import { texts } from '../texts.ts'

interface SectionListProps {
  readonly sections: readonly DraftSection[]
  readonly onChange: (sections: DraftSection[]) => void
}

const words = texts.builder

export function SectionList({ sections, onChange }: SectionListProps) {
  const [noted, setNoted] = useState<string | null>(null)
  const reorder = useReorder((from, to) => onChange(moveSection(sections, from, to)))
  const change = (kind: DraftSection['kind'], more: Partial<DraftSection>): void =>
    onChange(sections.map((section) => (section.kind === kind ? { ...section, ...more } : section)))
  return (
    <div className="report-sections">
      <h2 className="text-panel">{words.sections}</h2>
      <ol ref={reorder.list}>
        {sections.map(({ kind, isOn, note }, at) => {
          const name = texts.sections[kind]
          const isOpen = noted === kind || (note !== '' && isOn)
          return (
            <li key={kind} data-carried={reorder.carriedIndex === at ? '' : undefined} style={reorder.styleOf(at)}>
              <div className="report-section">
                <span
                  className="cursor-grab touch-none text-ink-3 select-none [&>svg]:size-4"
                  title={words.drag(name)}
                  onPointerDown={(event) => reorder.onPointerDown(event, at, true)}
                >
                  <GripVertical />
                </span>
                <Switch label={name} isOn={isOn} onChange={(next) => change(kind, { isOn: next })}>
                  <span className={isOn ? '' : 'text-ink-3'}>{name}</span>
                </Switch>
                <span className="ml-auto flex">
                  {isOn ? (
                    <IconButton
                      label={words.addNote(name)}
                      size="small"
                      icon={<MessageSquare />}
                      aria-pressed={isOpen}
                      onClick={() => setNoted(noted === kind ? null : kind)}
                    />
                  ) : null}
                  <IconButton
                    label={words.up(name)}
                    size="small"
                    icon={<ArrowUp />}
                    disabled={at === 0}
                    onClick={() => onChange(moveSection(sections, at, at - 1))}
                  />
                  <IconButton
                    label={words.down(name)}
                    size="small"
                    icon={<ArrowDown />}
                    disabled={at === sections.length - 1}
                    onClick={() => onChange(moveSection(sections, at, at + 1))}
                  />
                </span>
              </div>
              {isOn && isOpen ? (
                <TextArea
                  label={words.note(name)}
                  hint={words.noteHint}
                  value={note}
                  rows={3}
                  maxLength={REPORT_NOTE_MAX_LENGTH}
                  onChange={(event) => change(kind, { note: event.target.value })}
                />
              ) : null}
            </li>
          )
        })}
      </ol>
      <p className="text-caption text-ink-3">{words.sectionsHint}</p>
    </div>
  )
}

/** Another user changed the same fields: both versions side by side, and which of them stays. */

import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { ScrollBox } from '#ui/scroll-box.tsx'
import { texts as planTexts } from '../../post-plan/texts.ts'
import { dateTimeText } from '../rules/dates.ts'
import type { Editable, EditableField } from '../rules/editing.ts'
import { texts as draftTexts } from '../texts/drafts.ts'
import { texts } from '../texts/post.ts'

interface PostConflictProps {
  readonly by: string | null
  readonly mine: Editable
  readonly theirs: Editable
  /** Those that still need a decision. */
  readonly fields: readonly EditableField[]
  readonly timeZone: string
  readonly onKeep: (field: EditableField) => void
  readonly onTake: (field: EditableField) => void
}

export function PostConflict({ by, mine, theirs, fields, timeZone, onKeep, onTake }: PostConflictProps) {
  return (
    <section
      className="mb-5 rounded-panel border border-amber-mark bg-amber-wash px-4 py-3"
      role="alert"
      aria-labelledby="conflict-heading"
    >
      <h3 id="conflict-heading" className="text-panel">
        {texts.conflict.title(by ?? texts.conflict.someone)}
      </h3>
      <p className="text-label text-ink-2">{texts.conflict.explanation}</p>
      {fields.map((field) => {
        const name = texts.history.fields[field]
        return (
          <fieldset key={field} className="mt-3">
            <legend className="text-label font-strong">{name}</legend>
            <div className="mt-1 grid gap-2 desk:grid-cols-2">
              <Version title={texts.conflict.mine} value={describeField(mine, field, timeZone)}>
                <Button size="small" aria-label={texts.conflict.keepMineOf(name)} onClick={() => onKeep(field)}>
                  {texts.conflict.keepMine}
                </Button>
              </Version>
              <Version title={texts.conflict.theirs} value={describeField(theirs, field, timeZone)}>
                <Button size="small" aria-label={texts.conflict.takeTheirsOf(name)} onClick={() => onTake(field)}>
                  {texts.conflict.takeTheirs}
                </Button>
              </Version>
            </div>
          </fieldset>
        )
      })}
    </section>
  )
}

function Version({ title, value, children }: { title: string; value: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col rounded-control border border-line bg-surface px-3 py-2">
      <p className="text-caption text-ink-3">{title}</p>
      <ScrollBox className="mb-2 max-h-40 flex-1 overflow-y-auto text-label break-words whitespace-pre-wrap" dir="auto">
        {value}
      </ScrollBox>
      <div>{children}</div>
    </div>
  )
}

function describeField(post: Editable, field: EditableField, timeZone: string): string {
  if (field === 'taggedUsers') return post.taggedUsers.map((name) => `@${name}`).join(' ') || texts.conflict.empty
  if (field === 'publishDate') {
    return post.publishDate === null ? draftTexts.card.noDate : dateTimeText(post.publishDate, timeZone)
  }
  if (field === 'account' || field === 'assignee') return post[field]?.username ?? texts.conflict.empty
  if (field === 'needsApproval') return post.needsApproval ? planTexts.fields.approval : texts.conflict.empty
  return post[field] || texts.conflict.empty
}

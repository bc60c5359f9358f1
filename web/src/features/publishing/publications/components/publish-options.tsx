/** What goes along with a post: what it becomes, alternative texts, collaborators, first comment, cover, feed, AI label. */
import {
  COLLABORATORS_MAX,
  FIRST_COMMENT_MAX_LENGTH,
  type PublicationKind,
  type PublicationWay,
} from '@tangelo/contract/limits'
import { ChevronDown } from 'lucide-react'
import { type RefObject, useId, useState } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { type Added, type AddedProblems, countAdded, optionsOf } from '../rules/publish.ts'
import { texts } from '../texts/publish.ts'
import { texts as remindTexts } from '../texts/remind.ts'
import { AltTexts } from './alt-texts.tsx'

const words = texts.options

interface PublishOptionsProps {
  readonly box: RefObject<HTMLDetailsElement | null>
  readonly added: Added
  readonly onChange: (added: Added) => void
  readonly problems: AddedProblems
  readonly kind: PublicationKind
  /** By hand, the app of Instagram asks for some of it. */
  readonly how: PublicationWay
  readonly isVideo: boolean
  /** What is sent, in its order; empty while that is not known. */
  readonly media: readonly string[]
}

export function PublishOptions({ box, added, onChange, problems, kind, how, isVideo, media }: PublishOptionsProps) {
  const change = (part: Partial<Added>): void => onChange({ ...added, ...part })
  const isStill = kind === 'image' || kind === 'carousel'
  const isStory = kind === 'story'
  const isSent = how === 'publish'
  // What was typed before it became a story keeps it from going out: it has to be there to be removed.
  const [hasTyped, setHasTyped] = useState(false)
  const changeTyped = (part: Partial<Added>): void => {
    setHasTyped(true)
    change(part)
  }
  return (
    <details className="publish-more" ref={box}>
      <summary>
        {words.title} <span>{words.summary(countAdded(optionsOf(added, how)))}</span>
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className="publish-fields">
        <Select<Added['as']>
          label={words.as}
          value={added.as}
          onChange={(as) => change({ as })}
          options={[
            { value: '', label: words.asUsual },
            ...(isVideo ? [{ value: 'reel' as const, label: words.asReel }] : []),
            { value: 'story', label: words.asStory },
            ...(isVideo
              ? [
                  { value: 'first' as const, label: words.asFirst },
                  { value: 'last' as const, label: words.asLast },
                ]
              : []),
          ]}
        />
        {isStill && isSent ? (
          <Ticked label={words.crops} isOn={added.crops} onChange={(crops) => change({ crops })} />
        ) : null}
        {isStill ? (
          <AltTexts
            pictures={kind === 'carousel' ? media : media.slice(0, 1)}
            altTexts={added.altTexts}
            onChange={(altTexts) => change({ altTexts })}
          />
        ) : null}
        {(kind === 'reel' && isSent) || problems.cover ? (
          <TextField
            label={words.cover}
            hint={words.coverHint}
            error={problems.cover}
            inputMode="decimal"
            autoComplete="off"
            value={added.cover}
            onChange={({ target }) => change({ cover: target.value })}
          />
        ) : null}
        {isStory && !hasTyped ? null : (
          <>
            <TextField
              label={words.collaborators}
              hint={words.collaboratorsHint(COLLABORATORS_MAX)}
              error={problems.collaborators}
              autoComplete="off"
              spellCheck={false}
              value={added.collaborators}
              onChange={({ target }) => changeTyped({ collaborators: target.value })}
            />
            <TextArea
              rows={2}
              label={words.firstComment}
              hint={isSent ? words.firstCommentHint : remindTexts.commentHint}
              maxLength={FIRST_COMMENT_MAX_LENGTH}
              value={added.firstComment}
              onChange={({ target }) => changeTyped({ firstComment: target.value })}
            />
          </>
        )}
        {kind === 'reel' && isSent ? (
          <Ticked label={words.feed} isOn={added.sharesToFeed} onChange={(sharesToFeed) => change({ sharesToFeed })} />
        ) : null}
        {isSent ? (
          <Ticked label={words.ai} isOn={added.isMadeByAi} onChange={(isMadeByAi) => change({ isMadeByAi })} />
        ) : null}
      </div>
    </details>
  )
}

interface TickedProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function Ticked({ label, isOn, onChange }: TickedProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="publish-tick">
      <Checkbox id={id} label={label} checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  )
}

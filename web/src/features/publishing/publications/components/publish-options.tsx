/** What goes along with a post: what it becomes, alternative texts, collaborators, first comment, cover, feed, AI label. */
import {
  ALT_TEXT_MAX_LENGTH,
  CAROUSEL_CHILDREN,
  COLLABORATORS_MAX,
  FIRST_COMMENT_MAX_LENGTH,
  type PublicationKind,
} from '@tangelo/contract/limits'
import { ChevronDown } from 'lucide-react'
import { type RefObject, useId } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { type Added, type AddedProblems, countAdded, optionsOf } from '../rules/publish.ts'
import { texts } from '../texts/publish.ts'

const words = texts.options

interface PublishOptionsProps {
  readonly box: RefObject<HTMLDetailsElement | null>
  readonly added: Added
  readonly onChange: (added: Added) => void
  readonly problems: AddedProblems
  readonly kind: PublicationKind
  readonly isVideo: boolean
}

export function PublishOptions({ box, added, onChange, problems, kind, isVideo }: PublishOptionsProps) {
  const change = (part: Partial<Added>): void => onChange({ ...added, ...part })
  const isStill = kind === 'image' || kind === 'carousel'
  const isStory = kind === 'story'
  // How many pictures a carousel has is not known here: there is always a place for one more.
  const described = added.altTexts.findLastIndex((text) => text.trim() !== '') + 1
  const pictures = kind === 'carousel' ? Math.min(CAROUSEL_CHILDREN.max, Math.max(2, described + 1)) : 1
  return (
    <details className="publish-more" ref={box}>
      <summary>
        {words.title} <span>{words.summary(countAdded(optionsOf(added)))}</span>
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
          ]}
        />
        {isStill ? <Ticked label={words.crops} isOn={added.crops} onChange={(crops) => change({ crops })} /> : null}
        {isStill
          ? Array.from({ length: pictures }, (_, at) => (
              <TextArea
                // biome-ignore lint/suspicious/noArrayIndexKey: a text belongs to the place of its picture
                key={at}
                rows={2}
                label={words.altText(at + 1, pictures)}
                hint={at === 0 ? words.altTextHint : undefined}
                maxLength={ALT_TEXT_MAX_LENGTH}
                value={added.altTexts[at] ?? ''}
                onChange={({ target }) => {
                  const altTexts = Array.from({ length: pictures }, (_, place) =>
                    place === at ? target.value : (added.altTexts[place] ?? ''),
                  )
                  change({ altTexts })
                }}
              />
            ))
          : null}
        {kind === 'reel' ? (
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
        {isStory ? null : (
          <>
            <TextField
              label={words.collaborators}
              hint={words.collaboratorsHint(COLLABORATORS_MAX)}
              error={problems.collaborators}
              autoComplete="off"
              spellCheck={false}
              value={added.collaborators}
              onChange={({ target }) => change({ collaborators: target.value })}
            />
            <TextArea
              rows={2}
              label={words.firstComment}
              hint={words.firstCommentHint}
              maxLength={FIRST_COMMENT_MAX_LENGTH}
              value={added.firstComment}
              onChange={({ target }) => change({ firstComment: target.value })}
            />
          </>
        )}
        {kind === 'reel' ? (
          <Ticked label={words.feed} isOn={added.sharesToFeed} onChange={(sharesToFeed) => change({ sharesToFeed })} />
        ) : null}
        <Ticked label={words.ai} isOn={added.isMadeByAi} onChange={(isMadeByAi) => change({ isMadeByAi })} />
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

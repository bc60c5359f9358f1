/** An alternative text for each picture, which stands beside it where there are several. */
import { ALT_TEXT_MAX_LENGTH } from '@tangelo/contract/limits'
import { TextArea } from '#ui/field.tsx'
import { Picture } from '#ui/picture.tsx'
import { isVideo } from '../rules/media.ts'
import { texts } from '../texts/publish.ts'

const words = texts.options

interface AltTextsProps {
  readonly pictures: readonly string[]
  readonly altTexts: readonly string[]
  readonly onChange: (altTexts: readonly string[]) => void
}

export function AltTexts({ pictures, altTexts, onChange }: AltTextsProps) {
  const count = Math.max(1, pictures.length)
  const areMany = count > 1
  const places = Array.from({ length: count }, (_, at) => at)
  // A video has none: its place stays empty.
  return places
    .filter((at) => !isVideo(pictures[at] ?? ''))
    .map((at) => (
      <div key={at} className={areMany ? 'publish-alt' : undefined}>
        {areMany ? (
          <span className="publish-alt-picture" aria-hidden="true">
            <Picture src={pictures[at] ?? null} sizes="48px" />
          </span>
        ) : null}
        <TextArea
          rows={2}
          label={words.altText(at + 1, count)}
          hint={at === 0 ? words.altTextHint : undefined}
          maxLength={ALT_TEXT_MAX_LENGTH}
          value={altTexts[at] ?? ''}
          onChange={({ target }) =>
            onChange(places.map((place) => (place === at ? target.value : (altTexts[place] ?? ''))))
          }
        />
      </div>
    ))
}

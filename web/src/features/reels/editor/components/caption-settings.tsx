/** Text on the video, where, and how it looks. */
import { REEL_CAPTION_DRAWN_MAX, REEL_CAPTION_PLACES, REEL_CAPTION_STYLES } from '@tangelo/contract/limits'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import type { Edited } from '../rules/edited.ts'
import { texts } from '../texts.ts'

interface CaptionSettingsProps {
  readonly edited: Edited
  readonly onChange: (edited: Edited, step?: string) => void
  readonly state: 'fits' | 'cut' | 'failed'
}

const places = REEL_CAPTION_PLACES.map((value) => ({ value, label: texts.settings.places[value] }))
const styles = REEL_CAPTION_STYLES.map((value) => ({ value, label: texts.settings.captionStyles[value] }))
const notes = { fits: texts.settings.safe, cut: texts.settings.cut, failed: texts.settings.captionFailed }

export function CaptionSettings({ edited, onChange, state }: CaptionSettingsProps) {
  const { caption } = edited
  const changeCaption = (part: Partial<Edited['caption']>, step?: string): void =>
    onChange({ ...edited, caption: { ...caption, ...part } }, step)
  return (
    <section className="editor-set" aria-labelledby="reel-caption-heading">
      <div className="editor-part-head">
        <h3 id="reel-caption-heading" className="text-panel">
          {texts.settings.caption}
        </h3>
        <Switch
          label={texts.settings.captionShown}
          isOn={caption.isShown}
          onChange={(isShown) => changeCaption({ isShown })}
        />
      </div>
      {caption.isShown ? (
        <>
          <textarea
            className="input editor-caption"
            rows={2}
            dir="auto"
            aria-label={texts.settings.captionText}
            aria-describedby="reel-caption-note"
            placeholder={texts.settings.captionPlaceholder}
            maxLength={REEL_CAPTION_DRAWN_MAX}
            value={caption.text}
            onChange={(event) => changeCaption({ text: event.target.value }, 'text of the caption')}
          />
          <Segmented
            label={texts.settings.place}
            className="editor-choice"
            value={caption.place}
            options={places}
            onChange={(place) => changeCaption({ place })}
          />
          <Segmented
            label={texts.settings.style}
            className="editor-choice"
            value={caption.style}
            options={styles}
            onChange={(style) => changeCaption({ style })}
          />
          <p
            id="reel-caption-note"
            className="editor-hint"
            data-tone={state === 'fits' ? undefined : 'bad'}
            aria-live="polite"
          >
            {notes[state]}
          </p>
        </>
      ) : null}
    </section>
  )
}

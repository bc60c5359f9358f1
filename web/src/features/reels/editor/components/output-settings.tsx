/** Which frame is the cover, and how well the video is made. */
import { REEL_FPS, REEL_QUALITIES } from '@tangelo/contract/limits'
import { Button } from '#ui/button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import type { Edited } from '../rules/edited.ts'
import { texts } from '../texts.ts'
import type { Player } from './player.ts'

interface OutputSettingsProps {
  readonly edited: Edited
  readonly onChange: (edited: Edited, step?: string) => void
  readonly player: Player
  readonly total: number
}

const qualities = REEL_QUALITIES.map((value) => ({ value, label: texts.settings.qualities[value] }))

export function OutputSettings({ edited, onChange, player, total }: OutputSettingsProps) {
  const { coverSeconds, quality } = edited
  const choose = (): void => {
    player.pause()
    // The moment a frame begins; at the very end the last one is shown.
    const frame = Math.min(Math.floor(player.state().seconds * REEL_FPS + 1e-6), Math.round(total * REEL_FPS) - 1)
    onChange({ ...edited, coverSeconds: frame / REEL_FPS })
  }
  return (
    <>
      <section className="editor-set" aria-labelledby="reel-cover-heading">
        <div className="editor-part-head">
          <h3 id="reel-cover-heading" className="text-panel">
            {texts.settings.cover}
          </h3>
          <Button
            size="small"
            variant="quiet"
            className="editor-inline"
            title={texts.settings.showCover}
            onClick={() => {
              player.pause()
              player.seek(coverSeconds)
            }}
          >
            {texts.settings.coverAt(Math.min(coverSeconds, total))}
          </Button>
        </div>
        <Button className="justify-self-start" onClick={choose}>
          {texts.settings.useAsCover}
        </Button>
      </section>
      <section className="editor-set" aria-labelledby="reel-quality-heading">
        <h3 id="reel-quality-heading" className="text-panel">
          {texts.settings.quality}
        </h3>
        <Segmented
          label={texts.settings.quality}
          className="editor-choice"
          value={quality}
          options={qualities}
          onChange={(chosen) => onChange({ ...edited, quality: chosen })}
        />
        <p className="editor-hint">{texts.settings.qualityHint[quality]}</p>
      </section>
    </>
  )
}

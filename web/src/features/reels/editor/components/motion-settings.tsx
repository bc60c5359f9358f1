/** How the selected picture moves, and how pictures go over into each other. */
import { MOTION_STRENGTH, REEL_MOTIONS, REEL_TRANSITIONS, TRANSITION_SECONDS } from '@tangelo/contract/limits'
import { Button } from '#ui/button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Slider } from '#ui/slider.tsx'
import { applyMotionToAll, type Edited, type EditedPicture, updatePicture } from '../rules/edited.ts'
import { texts } from '../texts.ts'

interface SettingsProps {
  readonly edited: Edited
  readonly onChange: (edited: Edited, step?: string) => void
}

interface MotionSettingsProps extends SettingsProps {
  readonly picture: EditedPicture
  readonly name: string
}

const motions = REEL_MOTIONS.map((value) => ({ value, label: texts.settings.motions[value] }))
const transitions = REEL_TRANSITIONS.map((value) => ({ value, label: texts.settings.transitions[value] }))

export function MotionSettings({ edited, onChange, picture, name }: MotionSettingsProps) {
  const isEverywhere = edited.pictures.every(
    ({ motion, strength }) => motion === picture.motion && strength === picture.strength,
  )
  return (
    <section className="editor-set" aria-labelledby="reel-motion-heading">
      <div className="editor-part-head">
        <h3 id="reel-motion-heading" className="text-panel">
          {texts.settings.motion}
        </h3>
        <Button
          size="small"
          variant="quiet"
          className="editor-inline"
          disabled={isEverywhere}
          onClick={() => onChange(applyMotionToAll(edited, picture))}
        >
          {texts.settings.applyToAll}
        </Button>
      </div>
      <Segmented
        label={texts.settings.motionOf(name)}
        className="editor-choice"
        value={picture.motion}
        options={motions}
        onChange={(motion) => onChange(updatePicture(edited, picture.key, { motion }))}
      />
      <Slider
        label={texts.settings.strength}
        min={MOTION_STRENGTH.min * 100}
        max={MOTION_STRENGTH.max * 100}
        value={Math.round(picture.strength * 100)}
        text={texts.settings.percent(picture.strength)}
        disabled={picture.motion === 'still'}
        onChange={(percent) =>
          onChange(updatePicture(edited, picture.key, { strength: percent / 100 }), `strength of ${picture.key}`)
        }
      />
      {picture.motion === 'calm' ? <p className="editor-hint">{texts.settings.calmHint}</p> : null}
    </section>
  )
}

export function TransitionSettings({ edited, onChange }: SettingsProps) {
  const { transition } = edited
  return (
    <section className="editor-set" aria-labelledby="reel-transition-heading">
      <h3 id="reel-transition-heading" className="text-panel">
        {texts.settings.transition}
      </h3>
      <Segmented
        label={texts.settings.transition}
        className="editor-choice"
        value={transition.kind}
        options={transitions}
        onChange={(kind) => onChange({ ...edited, transition: { ...transition, kind } })}
      />
      <Slider
        label={texts.settings.length}
        min={TRANSITION_SECONDS.min * 10}
        max={TRANSITION_SECONDS.max * 10}
        value={Math.round(transition.seconds * 10)}
        text={texts.tenths(transition.seconds)}
        disabled={transition.kind === 'cut'}
        onChange={(tenths) =>
          onChange({ ...edited, transition: { ...transition, seconds: tenths / 10 } }, 'length of the transition')
        }
      />
    </section>
  )
}

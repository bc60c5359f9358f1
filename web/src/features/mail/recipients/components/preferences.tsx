import { MAIL_TOPICS } from '@tangelo/contract/limits'
import { ownTimeZone } from '#lib/own-time-zone.ts'
import { Switch } from '#ui/switch.tsx'
import { TimeInput } from '#ui/time-input.tsx'
import { showFailure } from '#ui/toast.tsx'
import { type MailRecipient, useChoose } from '../queries.ts'
import { texts } from '../texts.ts'

type Choice = Parameters<ReturnType<typeof useChoose>['mutate']>[0]

const NIGHT = { from: '22:00', until: '07:00' }

/** Which mails the viewer receives, and when none of them may come. Saved at once. */
export function Preferences({ recipient }: { recipient: MailRecipient }) {
  const choose = useChoose()
  const { stopped, quiet } = recipient
  // A promise: the callbacks of `mutate` are those of the last choice alone.
  const save = (choice: Choice): void =>
    void choose.mutateAsync(choice).catch((error: Error) => showFailure(texts.saveFailed, error.message))
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-label font-medium">{texts.which}</legend>
        {MAIL_TOPICS.map((topic) => (
          <Switch
            key={topic}
            label={texts.topics[topic]}
            isOn={!stopped.includes(topic)}
            onChange={(isOn) => save({ stopped: isOn ? stopped.filter((one) => one !== topic) : [...stopped, topic] })}
          >
            {texts.topics[topic]}
          </Switch>
        ))}
        <p className="max-w-[60ch] text-note text-ink-3">{texts.together}</p>
      </fieldset>
      <div className="grid gap-2">
        <Switch
          label={texts.quiet}
          isOn={quiet !== null}
          onChange={(isOn) => save({ quiet: isOn ? NIGHT : null, timeZone: ownTimeZone() })}
        >
          {texts.quiet}
        </Switch>
        {quiet ? (
          <div className="grid max-w-80 grid-cols-2 gap-3">
            {(['from', 'until'] as const).map((end) => (
              <div key={end} className="grid gap-1">
                <span aria-hidden="true" className="text-note text-ink-2">
                  {texts[end]}
                </span>
                <TimeInput
                  label={texts[end]}
                  value={quiet[end]}
                  onChange={(time) => {
                    if (/^\d\d:\d\d$/.test(time)) save({ quiet: { ...quiet, [end]: time }, timeZone: ownTimeZone() })
                  }}
                />
              </div>
            ))}
          </div>
        ) : null}
        <p className="max-w-[60ch] text-note text-ink-3">{texts.quietNote(recipient.timeZone ?? ownTimeZone())}</p>
      </div>
    </div>
  )
}

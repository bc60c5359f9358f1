/** 'Prompt Tester': an image, what to look for, and what is said about it. The image leaves the page only to be looked at. */
import { PROMPT_MAX_LENGTH, TONES } from '@tangelo/contract/limits'
import { ScanSearch, X } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Dropzone } from '#ui/dropzone.tsx'
import { TextArea } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Select } from '#ui/select.tsx'
import { ACCEPTED } from '../../uploads/rules.ts'
import { texts } from '../texts.ts'
import { AnalysisResult } from './analysis-result.tsx'
import type { Tester } from './use-tester.ts'

const TONE_OPTIONS = TONES.map((value) => ({ value, label: texts.tones[value] }))

export function PromptTester({ tester }: { readonly tester: Tester }) {
  const { picture, problem, instructions, tone, prompt, busy } = tester
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    tester.start()
  }
  return (
    <Panel className="grid desk:grid-cols-2">
      <form className="grid min-w-0 content-start gap-3 p-5" noValidate onSubmit={submit}>
        <div>
          <span className="field-label block">{texts.image}</span>
          {picture ? (
            <div className="relative mb-1 overflow-hidden rounded-panel border border-line bg-sunken">
              <img
                src={picture.url}
                alt={texts.chosen(picture.file.name)}
                className="mx-auto block max-h-60 w-auto max-w-full"
              />
              <IconButton
                className="absolute top-2 right-2"
                size="small"
                variant="default"
                label={texts.remove}
                icon={<X />}
                disabled={busy}
                onClick={tester.removePicture}
              />
            </div>
          ) : (
            <Dropzone
              label={texts.drop}
              hint={texts.hint}
              accept={ACCEPTED}
              onFiles={([file]) => file && tester.take(file)}
              error={problem}
            />
          )}
        </div>
        <TextArea
          label={texts.instructions}
          placeholder={texts.instructionsPlaceholder}
          rows={5}
          dir="auto"
          value={instructions}
          maxLength={PROMPT_MAX_LENGTH}
          onChange={(event) => tester.setInstructions(event.target.value)}
        />
        <Select label={texts.tone} value={tone} options={TONE_OPTIONS} onChange={tester.setTone} />
        <TextArea label={texts.complete} hint={texts.completeHint} rows={4} dir="auto" readOnly value={prompt} />
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" type="submit" icon={<ScanSearch />} busy={busy} busyLabel={texts.busy}>
            {texts.submit}
          </Button>
          {busy ? <Button onClick={tester.cancel}>{texts.cancel}</Button> : null}
        </div>
      </form>
      <AnalysisResult result={tester.result} />
    </Panel>
  )
}

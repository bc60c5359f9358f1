/** 'Custom Generator': a prompt for a company, from a template or from nothing. The result can be changed before it is kept. */
import { COMPANY_ABOUT_MAX_LENGTH, PROMPT_MAX_LENGTH } from '@tangelo/contract/limits'
import { BookmarkPlus, Copy, WandSparkles } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { focusFirstInvalid } from '#lib/focus-first-invalid.ts'
import { Button } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Panel } from '#ui/panel.tsx'
import { texts } from '../texts.ts'
import { copy } from './copy.ts'
import { SaveDialog } from './save-dialog.tsx'
import type { Generator } from './use-generator.ts'

const words = texts.generator

export function PromptGenerator({ generator }: { readonly generator: Generator }) {
  const { form, setForm, judged, busy, made } = generator
  const [isSaving, setSaving] = useState(false)
  const checkRequired = (value: string, message: string) => (judged && value.trim() === '' ? message : undefined)
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    // The fields say what is missing one drawing later.
    const element = event.currentTarget
    if (!generator.start()) window.setTimeout(() => focusFirstInvalid(element), 0)
  }
  return (
    <Panel className="grid desk:grid-cols-2">
      <form className="grid content-start gap-3 p-5" noValidate onSubmit={submit}>
        <TextField
          label={words.company}
          placeholder={words.companyPlaceholder}
          value={form.companyName}
          error={checkRequired(form.companyName, words.required.company)}
          maxLength={COMPANY_ABOUT_MAX_LENGTH}
          autoComplete="off"
          onChange={(event) => setForm({ ...form, companyName: event.target.value })}
        />
        <TextField
          label={words.industry}
          placeholder={words.industryPlaceholder}
          value={form.industry}
          error={checkRequired(form.industry, words.required.industry)}
          maxLength={COMPANY_ABOUT_MAX_LENGTH}
          autoComplete="off"
          onChange={(event) => setForm({ ...form, industry: event.target.value })}
        />
        <TextArea
          label={words.template}
          hint={words.templateHint}
          placeholder={words.templatePlaceholder}
          rows={7}
          dir="auto"
          value={form.templatePrompt}
          maxLength={PROMPT_MAX_LENGTH}
          onChange={(event) => setForm({ ...form, templatePrompt: event.target.value })}
        />
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" type="submit" icon={<WandSparkles />} busy={busy} busyLabel={words.busy}>
            {words.submit}
          </Button>
          {busy ? <Button onClick={generator.cancel}>{words.cancel}</Button> : null}
        </div>
      </form>
      <div className="flex min-h-80 min-w-0 flex-col border-t border-line p-5 desk:border-t-0 desk:border-l">
        {made ? (
          <>
            <div className="flex flex-1 flex-col [&>.field]:flex-1 [&>.field]:grid-rows-[auto_1fr_auto] [&_textarea]:h-full">
              <TextArea
                label={words.result}
                hint={made.note ?? undefined}
                rows={14}
                dir="auto"
                value={made.prompt}
                maxLength={PROMPT_MAX_LENGTH}
                onChange={(event) => generator.setPrompt(event.target.value)}
              />
            </div>
            <div className="mt-3 flex flex-wrap gap-2">
              <Button icon={<Copy />} onClick={() => void copy(made.prompt)}>
                {words.copy}
              </Button>
              <Button icon={<BookmarkPlus />} disabled={made.prompt.trim() === ''} onClick={() => setSaving(true)}>
                {words.save}
              </Button>
            </div>
          </>
        ) : (
          <>
            <h2 className="field-label">{words.result}</h2>
            <p className="grid flex-1 place-content-center text-center text-label text-ink-3">{words.none}</p>
          </>
        )}
      </div>
      {isSaving && made ? (
        <SaveDialog kind="prompt" content={async () => ({ prompt: made.prompt })} onClose={() => setSaving(false)} />
      ) : null}
    </Panel>
  )
}

/** Whom a report is about, its title and period, and who sends it. */
import { REPORT_BRAND_MAX_LENGTH, REPORT_TITLE_MAX_LENGTH } from '@tangelo/contract/limits'
import { useState } from 'react'
import { ImageField } from '#features/content/index.ts'
import { DayField } from '#ui/day-field.tsx'
import { Field, TextField } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import type { ReportPreview } from '../queries/reports.ts'
import { CUSTOM, daysOf, isColour, periodChoices, type ReportDraft } from '../rules.ts'
import { texts } from '../texts.ts'
import { SubjectField } from './subject-field.tsx'

interface ReportSettingsProps {
  readonly draft: ReportDraft
  /** In the time zone of the report's company. */
  readonly today: string
  readonly clientId: number | null
  readonly preview: ReportPreview | undefined
  readonly onChange: (changes: Partial<ReportDraft>) => void
  readonly onBusyChange: (busy: boolean) => void
}

const words = texts.builder

export function ReportSettings({ draft, today, clientId, preview, onChange, onBusyChange }: ReportSettingsProps) {
  const { title, isTitleOwn, subject, brandName, logoUrl, colour } = draft
  const days = daysOf(draft, today)
  const { from, to } = days
  const choices = periodChoices(today)
  const known = choices.find((choice) => choice.from === from && choice.to === to)
  const [isCustom, setIsCustom] = useState(draft.days !== null && !known)
  return (
    <div className="report-settings">
      <h2 className="sr-only">{words.settings}</h2>
      <SubjectField
        clientId={clientId}
        chosen={subject}
        onChange={(next) =>
          // A logo belongs to the client that it was uploaded for.
          onChange({
            subject: next,
            ...(isTitleOwn ? {} : { title: next.name }),
            ...(next.companyId === subject?.companyId ? {} : { logoUrl: null }),
          })
        }
      />
      <TextField
        label={words.reportTitle}
        value={title}
        maxLength={REPORT_TITLE_MAX_LENGTH}
        autoComplete="off"
        onChange={(event) => onChange({ title: event.target.value, isTitleOwn: true })}
      />
      <Select
        label={words.period}
        value={isCustom ? CUSTOM : (known?.value ?? CUSTOM)}
        options={[...choices, { value: CUSTOM, label: words.custom }]}
        onChange={(value) => {
          const choice = choices.find((one) => one.value === value)
          setIsCustom(!choice)
          if (choice) onChange({ days: { from: choice.from, to: choice.to } })
        }}
      />
      {isCustom ? (
        <div className="grid grid-cols-2 gap-x-3">
          <DayField
            label={words.from}
            value={from}
            today={today}
            error={from > to ? words.wrongDays : undefined}
            onChange={(day) => onChange({ days: { ...days, from: day } })}
          />
          <DayField
            label={words.to}
            value={to}
            today={today}
            onChange={(day) => onChange({ days: { ...days, to: day } })}
          />
        </div>
      ) : null}
      <TextField
        label={words.brandName}
        hint={words.brandNameHint}
        value={brandName}
        maxLength={REPORT_BRAND_MAX_LENGTH}
        autoComplete="organization"
        onChange={(event) => onChange({ brandName: event.target.value })}
      />
      {subject ? (
        <ImageField
          key={subject.companyId}
          label={words.logo}
          companyId={subject.companyId}
          value={logoUrl}
          onChange={(next) => onChange({ logoUrl: next })}
          onStateChange={(state) => onBusyChange(state === 'sending')}
        />
      ) : null}
      <Field
        label={words.colour}
        error={isColour(colour) ? undefined : words.colourError}
        hint={preview ? sayColour(preview) : undefined}
      >
        {(described) => (
          <div className="report-colour">
            <input
              type="color"
              aria-label={words.swatch}
              value={isColour(colour) ? colour : '#000000'}
              onChange={(event) => onChange({ colour: event.target.value })}
            />
            <input
              {...described}
              type="text"
              className="input"
              value={colour}
              maxLength={7}
              onChange={(event) => onChange({ colour: event.target.value })}
            />
          </div>
        )}
      </Field>
    </div>
  )
}

const sayColour = ({ colour }: ReportPreview) =>
  `${words.contrast(colour.contrast)}. ${colour.light === colour.chosen ? words.kept : words.adjusted}`

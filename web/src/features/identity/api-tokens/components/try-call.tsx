/** One address of the public API: its parameters, the line for curl, and what it answers; an example until it was asked. */
import { curlLine, type PublicEndpoint, publicAddress } from '@tangelo/contract/public-api'
import { Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { TriedCall } from '#lib/api-trial.ts'
import { focusFirstInvalid } from '#lib/focus-first-invalid.ts'
import { formatWhole } from '#lib/format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { useTryCall } from '../queries.ts'
import { BODY_SHOWN_MAX, pickShownHeaders, readableBody } from '../rules.ts'
import { texts } from '../texts.ts'
import { Copyable } from './copyable.tsx'

const said = texts.documentation
/** What stands for the token in a line for curl: a token in a shell's history would be one that others can read. */
const TOKEN_NAME = '$TANGELO_TOKEN'

interface TryCallProps {
  readonly endpoint: PublicEndpoint
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string) => void
  readonly token: string
  readonly onToken: (token: string) => void
}

export function TryCall({ endpoint, values, onChange, token, onToken }: TryCallProps) {
  const [judged, setJudged] = useState(false)
  const tried = useTryCall()
  const missing = endpoint.parameters.filter(({ name, place }) => place === 'path' && !values[name]?.trim())
  const path = publicAddress(endpoint, values)

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setJudged(true)
    if (missing.length > 0) focusFirstInvalid(event.currentTarget)
    else if (!tried.isPending) tried.mutate({ path, token: token.trim() })
  }

  return (
    <div className="min-w-0 px-4 py-5 desk:px-6">
      <form noValidate onSubmit={submit}>
        <div className="grid gap-x-4 gap-y-2 desk:grid-cols-2">
          {endpoint.parameters.map((parameter) => (
            <TextField
              key={parameter.name}
              label={parameter.name}
              hint={parameter.about}
              error={judged && missing.includes(parameter) ? `${parameter.name} ${said.required}` : undefined}
              placeholder={parameter.place === 'query' ? parameter.example : undefined}
              value={values[parameter.name] ?? ''}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => onChange(parameter.name, event.target.value)}
            />
          ))}
          <PasswordField
            label={said.token}
            hint={said.tokenHint}
            value={token}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onToken(event.target.value)}
          />
        </div>
        <Button
          variant="primary"
          type="submit"
          className="mt-4"
          icon={<Send />}
          busy={tried.isPending}
          busyLabel={said.trying}
        >
          {said.try}
        </Button>
      </form>
      <h3 className="mt-6 mb-2 text-panel">{said.curl}</h3>
      <Copyable label={said.curl} text={curlLine(`${window.location.origin}${path}`, TOKEN_NAME)} wraps />
      <div aria-live="polite">
        {tried.error ? (
          <p className="mt-6 text-label text-bad">{said.unreachable}</p>
        ) : tried.data ? (
          <Answer call={tried.data} />
        ) : (
          <>
            <h3 className="mt-6 mb-2 text-panel">{said.example}</h3>
            <Copyable label={said.example} text={JSON.stringify(endpoint.example, null, 2)} />
          </>
        )}
      </div>
    </div>
  )
}

function Answer({ call }: { call: TriedCall }) {
  const { text, isCut } = readableBody(call.text)
  const isGood = call.status < 400
  return (
    <>
      <div className="mt-6 mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h3 className="text-panel">{said.answer}</h3>
        <Badge tone={isGood ? 'good' : 'bad'}>{`${call.status} ${call.statusText}`.trim()}</Badge>
        <span className="text-note text-ink-3">{said.took(call.milliseconds)}</span>
      </div>
      <dl className="mb-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 font-mono text-caption">
        {pickShownHeaders(call.headers).map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="[overflow-wrap:anywhere] text-ink-2">{value}</dd>
          </div>
        ))}
      </dl>
      <Copyable label={said.answer} text={text} />
      {isCut ? <p className="mt-2 text-note text-ink-3">{said.cut(formatWhole(BODY_SHOWN_MAX))}</p> : null}
    </>
  )
}

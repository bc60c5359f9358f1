/** Text fields: the label above, the hint or the error below in one reserved line, so that nothing jumps. */
import { TriangleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'

export interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  /** Of the whole form, shown in the line of this field and announced at once. */
  readonly alert?: string | undefined
}

export interface Described {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** The frame every field shares. The child spreads what it is handed onto its control. */
export function Field({
  label,
  hint,
  error,
  alert,
  id: givenId,
  children,
}: FieldProps & { readonly id?: string | undefined; readonly children: (described: Described) => ReactNode }) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error || alert || hint ? `${id}-note` : undefined,
      })}
      <FieldNote key={alert} id={id} hint={hint} error={error} alert={alert} />
    </div>
  )
}

/** The line below a field, reserved also while it is empty. `id` is that of the field. */
export function FieldNote({
  id,
  hint,
  error,
  alert,
  className = '',
}: Omit<FieldProps, 'label'> & { readonly id: string; readonly className?: string }) {
  return (
    <p
      className={`field-note ${className}`}
      id={`${id}-note`}
      data-tone={error || alert ? 'bad' : undefined}
      {...(alert ? { role: 'alert' } : { 'aria-live': 'polite' })}
    >
      {error || alert ? <TriangleAlert /> : null}
      {error ?? alert ?? hint}
    </p>
  )
}

export function TextField({ label, hint, error, id, className = '', ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(described) => <input type="text" {...input} {...described} className={`input ${className}`} />}
    </Field>
  )
}

export function TextArea({ label, hint, error, id, ...input }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(described) => <textarea rows={3} {...input} {...described} className="input" />}
    </Field>
  )
}

/** A password that can be looked at. Showing it never moves the focus out of the field's reach. */
export function PasswordField({ label, hint, error, alert, id, ...input }: FieldProps & ComponentProps<'input'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error} alert={alert} id={id}>
      {(described) => (
        <div className="input input-box">
          <input {...input} {...described} type={shown ? 'text' : 'password'} />
          <button
            type="button"
            className="button"
            data-variant="quiet"
            data-size="small"
            aria-pressed={shown}
            aria-label={`Show ${label.toLowerCase()}`}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  )
}

/** The fields of a user. What only an existing one has comes last. */
import { type MailState, PASSWORD_MIN_LENGTH, type Role } from '@tangelo/contract/limits'
import { PromptField } from '#features/content/index.ts'
import { PasswordField, TextField } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { CompanyField } from '../../companies/components/company-field.tsx'
import type { UserErrors, UserForm } from '../rules.ts'
import { texts } from '../texts.ts'

interface UserFieldsProps {
  readonly form: UserForm
  /** Null before the first attempt to save. */
  readonly errors: UserErrors | null
  readonly isNew: boolean
  /** Users change their own password in the profile, which asks for the current one. */
  readonly isOneself: boolean
  readonly roles: readonly { readonly value: Role; readonly label: string }[]
  /** How the stored address is. */
  readonly mailState: MailState
  /** A new user without a password can be invited. */
  readonly sendsMail: boolean
  readonly onChange: (change: Partial<UserForm>) => void
}

const words = texts.dialog

export function UserFields({ form, errors, isNew, isOneself, roles, mailState, sendsMail, onChange }: UserFieldsProps) {
  return (
    <>
      <TextField
        label={words.username}
        error={errors?.username}
        value={form.username}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ username: event.target.value })}
      />
      {!isOneself && (
        <PasswordField
          label={isNew ? words.password : words.newPassword}
          hint={isNew ? words.passwordHint(PASSWORD_MIN_LENGTH) : words.newPasswordHint}
          error={errors?.password}
          value={form.password}
          autoComplete="new-password"
          onChange={(event) => onChange({ password: event.target.value })}
        />
      )}
      <div className="grid gap-3 desk:grid-cols-2">
        <Select label={words.role} value={form.role} options={roles} onChange={(role) => onChange({ role })} />
        <CompanyField optional value={form.companyId} onChange={(companyId) => onChange({ companyId })} />
      </div>
      <TextField
        label={words.mailAddress}
        hint={isNew && sendsMail ? words.inviteHint : words.mailHints[mailState]}
        error={errors?.mailAddress}
        type="email"
        value={form.mailAddress}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ mailAddress: event.target.value })}
      />
      {isNew ? null : <FurtherFields form={form} errors={errors} onChange={onChange} />}
    </>
  )
}

function FurtherFields({ form, errors, onChange }: Pick<UserFieldsProps, 'form' | 'errors' | 'onChange'>) {
  return (
    <>
      <div className="grid gap-3 desk:grid-cols-2">
        <TextField
          label={words.profileId}
          maxLength={100}
          value={form.profileId}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ profileId: event.target.value })}
        />
        <PromptField
          label={words.defaultPrompt}
          value={form.defaultPromptId}
          onChange={(defaultPromptId) => onChange({ defaultPromptId })}
        />
      </div>
      <TextField
        label={words.webhookUrl}
        hint={words.webhookHint}
        error={errors?.webhookUrl}
        type="url"
        maxLength={2_000}
        value={form.webhookUrl}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ webhookUrl: event.target.value })}
      />
    </>
  )
}

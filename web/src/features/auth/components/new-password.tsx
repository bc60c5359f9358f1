import { PASSWORD_MIN_LENGTH } from '@tangelo/contract/limits'
import { type FormEvent, useState } from 'react'
import { usePageTitle } from '#lib/page-title.ts'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/field.tsx'
import { Wordmark } from '#ui/wordmark.tsx'
import { changePassword, signOut } from '../queries.ts'
import { type PasswordChange, passwordProblems, passwordRefusal } from '../rules.ts'
import { texts } from '../texts.ts'

/** Stands in front of every page until a generated password has been replaced (D3). */
export function NewPassword({ username }: { readonly username: string }) {
  const [change, setChange] = useState<PasswordChange>({ currentPassword: '', newPassword: '' })
  const [problems, setProblems] = useState<Partial<Record<keyof PasswordChange, string>>>({})
  const [busy, setBusy] = useState(false)
  usePageTitle(texts.newPasswordTitle)

  const edit = (part: Partial<PasswordChange>): void => {
    setChange({ ...change, ...part })
    setProblems({})
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const found = passwordProblems(change)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await changePassword(change)
    } catch (error) {
      setProblems(passwordRefusal(error))
      setBusy(false)
    }
  }

  return (
    <main className="waiting bg-surface p-6">
      <div className="gate text-left text-ink">
        <Wordmark />
        <h1 className="mt-6 text-title">{texts.newPasswordTitle}</h1>
        <p className="mt-1 mb-6 text-body text-ink-2">{texts.newPasswordIntro}</p>
        <form className="grid gap-2" noValidate onSubmit={submit}>
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          <PasswordField
            label={texts.currentPassword}
            name="current-password"
            autoComplete="current-password"
            autoFocus
            value={change.currentPassword}
            error={problems.currentPassword}
            onChange={(event) => edit({ currentPassword: event.target.value })}
          />
          <PasswordField
            label={texts.newPassword}
            name="new-password"
            autoComplete="new-password"
            hint={texts.newPasswordHint(PASSWORD_MIN_LENGTH)}
            value={change.newPassword}
            error={problems.newPassword}
            onChange={(event) => edit({ newPassword: event.target.value })}
          />
          <Button type="submit" variant="primary" busy={busy} busyLabel={texts.savingPassword}>
            {texts.savePassword}
          </Button>
        </form>
        <Button variant="quiet" className="mt-3 w-full" onClick={() => void signOut()}>
          {texts.signOut}
        </Button>
      </div>
    </main>
  )
}

import '../../auth/components/login.css'
import { usePageTitle } from '#lib/page-title.ts'
import { Button } from '#ui/button.tsx'
import { Wordmark } from '#ui/wordmark.tsx'
import { signOut } from '../../auth/queries/session.ts'
import { texts } from '../texts.ts'
import { PasswordForm } from './password-form.tsx'

/** Blocks every page until a generated password has been replaced (D3). */
export function NewPassword({ username }: { readonly username: string }) {
  usePageTitle(texts.newPasswordTitle)
  return (
    <main className="waiting bg-surface p-6">
      <div className="gate text-left text-ink">
        <Wordmark />
        <h1 className="mt-6 text-title">{texts.newPasswordTitle}</h1>
        <p className="mt-1 mb-6 text-body text-ink-2">{texts.newPasswordIntro}</p>
        <PasswordForm username={username} submitLabel={texts.savePassword} autoFocus />
        <Button variant="quiet" className="mt-3 w-full" onClick={() => void signOut()}>
          {texts.signOut}
        </Button>
      </div>
    </main>
  )
}

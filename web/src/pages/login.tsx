/** /login: the only page for users who are not signed in. Signed-in users go to the dashboard. */
import { Navigate, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { LoginArt, LoginForm, loginTexts } from '#features/identity/index.ts'
import { useSession } from '#lib/session.ts'
import { Wordmark } from '#ui/wordmark.tsx'

/** For those who have two-factor sign-in: the others wait for no byte of it. */
const CodeForm = lazy(async () => ({
  default: (await import('#features/identity/two-factor/components/code-form.tsx')).CodeForm,
}))

/** For those who need it. */
const ForgotPassword = lazy(async () => ({
  default: (await import('#features/identity/password-links/components/forgot-password.tsx')).ForgotPassword,
}))

/** Where links in mails lead: reached through this file, so that the frame of every page knows one file less. */
const MailLink = lazy(async () => ({ default: (await import('./mail-link.tsx')).MailLink }))

export const MailLinkPage = () => (
  <Suspense fallback={null}>
    <MailLink />
  </Suspense>
)

interface Step {
  /** The result of the password; null before one is entered. */
  readonly challenge: string | null
  readonly username: string
  /** The password is forgotten. */
  readonly isForgotten?: boolean
}

export function LoginPage() {
  const { state, hasExpired } = useSession()
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>({ challenge: null, username: '' })
  const goHome = (): void => void navigate({ to: '/', replace: true })
  if (state === 'authenticated') return <Navigate to="/" replace />
  return (
    <div className="login">
      <main>
        <div className="gate">
          <h1>
            <Wordmark />
          </h1>
          <p className="mt-1 mb-8 text-[15px]/[22px] text-ink-2">{loginTexts.subtitle}</p>
          {hasExpired ? (
            <p className="mb-4 text-body" role="status">
              {loginTexts.expired}
            </p>
          ) : null}
          {step.isForgotten ? (
            <Suspense fallback={null}>
              <ForgotPassword username={step.username} onBack={() => setStep({ ...step, isForgotten: false })} />
            </Suspense>
          ) : step.challenge === null ? (
            <LoginForm
              username={step.username}
              onSignedIn={goHome}
              onForgotten={(username) => setStep({ challenge: null, username, isForgotten: true })}
              onCodeNeeded={(challenge, username) => setStep({ challenge, username })}
            />
          ) : (
            <Suspense fallback={null}>
              <CodeForm
                challenge={step.challenge}
                onSignedIn={goHome}
                onBack={() => setStep({ ...step, challenge: null })}
              />
            </Suspense>
          )}
          <p className="mt-6 text-caption text-ink-3">{loginTexts.promise}</p>
        </div>
      </main>
      <LoginArt />
    </div>
  )
}

/** /login: the only page for people who are not signed in. Whoever is, goes on to the dashboard. */
import { Navigate, useNavigate } from '@tanstack/react-router'
import { LoginArt } from '#features/auth/components/login-art.tsx'
import { LoginForm } from '#features/auth/components/login-form.tsx'
import { authTexts } from '#features/auth/index.ts'
import { useSession } from '#lib/session.ts'
import { Wordmark } from '#ui/wordmark.tsx'

export function LoginPage() {
  const { state } = useSession()
  const navigate = useNavigate()
  if (state === 'authenticated') return <Navigate to="/" replace />
  return (
    <div className="login">
      <main>
        <div className="gate">
          <h1>
            <Wordmark />
          </h1>
          <p className="mt-1 mb-8 text-[15px]/6 text-ink-2">{authTexts.subtitle}</p>
          <LoginForm onSignedIn={() => void navigate({ to: '/', replace: true })} />
          <p className="mt-6 text-caption text-ink-3">{authTexts.promise}</p>
        </div>
      </main>
      <LoginArt />
    </div>
  )
}

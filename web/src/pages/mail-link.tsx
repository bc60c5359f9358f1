/** /mail/password, /mail/address, /mail/stop: where links in mails lead, their tokens after the `#`. Open without a session. */
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Gate } from '#features/identity/index.ts'

const PARTS = {
  password: lazy(async () => ({
    default: (await import('#features/identity/password-links/components/set-password.tsx')).SetPassword,
  })),
  address: lazy(async () => ({
    default: (await import('#features/mail/recipients/components/mail-link.tsx')).ConfirmAddress,
  })),
  stop: lazy(async () => ({
    default: (await import('#features/mail/recipients/components/mail-link.tsx')).StopMails,
  })),
} as const

const isPart = (name: string): name is keyof typeof PARTS => Object.hasOwn(PARTS, name)

export function MailLink() {
  const { part } = useParams({ from: '/mail/$part' })
  const navigate = useNavigate()
  // Never sent to a server by itself: a token in a path would stand in logs.
  const token = window.location.hash.slice(1)
  const leave = (): void => void navigate({ to: '/login', replace: true })
  const Part = PARTS[isPart(part) ? part : 'password']
  return (
    <Gate>
      <Suspense fallback={null}>
        <Part token={token} onSignIn={leave} onOpen={leave} />
      </Suspense>
    </Gate>
  )
}

import '../../auth/components/login.css'
import { useState } from 'react'
import { usePageTitle } from '#lib/page-title.ts'
import { Button } from '#ui/button.tsx'
import { Wordmark } from '#ui/wordmark.tsx'
import { signOut } from '../../auth/queries/session.ts'
import { continueSignedIn } from '../queries.ts'
import { texts } from '../texts.ts'
import { SetUp } from './set-up.tsx'

/** Blocks every page until an administrator has set up the required two-factor sign-in. */
export function TwoFactorDue() {
  const [isOn, setIsOn] = useState(false)
  usePageTitle(texts.dueTitle)
  return (
    <main className="waiting bg-surface p-6">
      <div className="gate text-left text-ink">
        <Wordmark />
        <h1 className="mt-6 text-title">{isOn ? texts.codesTitle : texts.dueTitle}</h1>
        {isOn ? null : <p className="mt-1 mb-6 text-body text-ink-2">{texts.dueIntro}</p>}
        <SetUp
          aside={
            <Button variant="quiet" onClick={() => void signOut()}>
              {texts.signOut}
            </Button>
          }
          onTurnedOn={() => setIsOn(true)}
          onDone={continueSignedIn}
        />
      </div>
    </main>
  )
}

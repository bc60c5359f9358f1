/** The viewer's profile: account, appearance, and everything about signing in. For every user. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UploadList } from '#features/content/media-library/components/upload-list.tsx'
import { texts as uploadTexts } from '#features/content/media-library/texts.ts'
import { PasswordForm } from '#features/identity/change-password/components/password-form.tsx'
import { AboutYou } from '#features/identity/profile/components/about-you.tsx'
import { Appearance } from '#features/identity/profile/components/appearance.tsx'
import { GuessedNotice } from '#features/identity/profile/components/guessed-notice.tsx'
import { ProfileSection } from '#features/identity/profile/components/profile-section.tsx'
import { ownProfile } from '#features/identity/profile/queries.ts'
import { texts } from '#features/identity/profile/texts.ts'
import { OwnSessions } from '#features/identity/sessions/components/own-sessions.tsx'
import { texts as sessionTexts } from '#features/identity/sessions/texts.ts'
import { TwoFactor } from '#features/identity/two-factor/components/two-factor.tsx'
import { texts as twoFactorTexts } from '#features/identity/two-factor/texts.ts'
import { WebhookCard } from '#features/webhooks/webhooks/components/webhook-card.tsx'
import { texts as webhookTexts } from '#features/webhooks/webhooks/texts.ts'
import { useSession } from '#lib/session.ts'
import { Panel } from '#ui/panel.tsx'

export function ProfilePage() {
  const client = useQueryClient()
  const { user } = useSession()
  const profile = useQuery(ownProfile())
  /** A change of how one signs in ends the other sessions. */
  const askForSessions = (): void => {
    void client.invalidateQueries({ queryKey: ['sessions'] })
    void profile.refetch()
  }
  return (
    <>
      <h1 className="text-title">{texts.title}</h1>
      <p className="mt-0.5 mb-6 text-body text-ink-2">{texts.subtitle}</p>
      <Panel className="max-w-[1040px]">
        <ProfileSection {...texts.about}>
          <AboutYou />
        </ProfileSection>
        <ProfileSection {...texts.appearance}>
          <Appearance />
        </ProfileSection>
        <ProfileSection {...texts.password}>
          {profile.data?.guessedAt ? <GuessedNotice at={profile.data.guessedAt} /> : null}
          <div className="max-w-90">
            <PasswordForm
              username={user?.username ?? ''}
              submitLabel={texts.changePassword}
              buttonClassName="mt-2 w-max"
              offersApiTokens
              onChanged={askForSessions}
            />
          </div>
        </ProfileSection>
        <ProfileSection {...twoFactorTexts.section}>
          <TwoFactor onChanged={askForSessions} />
        </ProfileSection>
        <ProfileSection {...sessionTexts.own.section}>
          <OwnSessions />
        </ProfileSection>
        {user && (user.companyId !== null || user.role === 'admin') ? (
          <ProfileSection {...uploadTexts.section}>
            <UploadList />
          </ProfileSection>
        ) : null}
        {user && profile.data?.hasWebhook ? (
          <ProfileSection {...webhookTexts.section}>
            <WebhookCard userId={user.id} />
          </ProfileSection>
        ) : null}
      </Panel>
    </>
  )
}

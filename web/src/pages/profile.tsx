/** The viewer's profile: account, appearance, and everything about signing in. For every user. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { UploadList, mediaLibraryTexts as uploadTexts } from '#features/content/index.ts'
import {
  AboutYou,
  Appearance,
  GuessedNotice,
  OwnSessions,
  ownProfile,
  PasswordForm,
  ProfileSection,
  sessionTexts,
  TwoFactor,
  profileTexts as texts,
  twoFactorTexts,
} from '#features/identity/index.ts'
import { mailTexts, OwnAddress } from '#features/mail/index.ts'
import { alertTexts } from '#features/operations/index.ts'
import { WebhookCard, webhookTexts } from '#features/webhooks/index.ts'
import { lazyExtra } from '#lib/lazy-extra.ts'
import { useSession } from '#lib/session.ts'
import { Panel } from '#ui/panel.tsx'

/** Large, and below everything that most visits are for. */
const AlertSettings = lazyExtra(
  async () => (await import('#features/operations/alerts/components/alert-settings.tsx')).AlertSettings,
)

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
      <Panel className="max-w-[1040px] gap-0 [column-rule:1px_solid_var(--line)] vast:max-w-none vast:columns-2">
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
        <ProfileSection {...mailTexts.section}>
          <OwnAddress />
        </ProfileSection>
        {user && (user.companyId !== null || user.role === 'admin') ? (
          <div id="alerts" className="break-inside-avoid border-b border-line">
            <ProfileSection {...alertTexts.section}>
              <Suspense fallback={null}>
                <AlertSettings />
              </Suspense>
            </ProfileSection>
          </div>
        ) : null}
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

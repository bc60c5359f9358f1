/** Which provider each port has: what the settings connect, and what is built in where they connect nothing. */
import { builtInAi } from '#adapters/ai/built-in.ts'
import { openaiCompatible } from '#adapters/ai/openai-compatible.ts'
import { airtable } from '#adapters/content-database/airtable.ts'
import { folderDrive } from '#adapters/drive/folder.ts'
import { googleDrive } from '#adapters/drive/google.ts'
import { sharpImages } from '#adapters/images/sharp-images.ts'
import { apifySource } from '#adapters/instagram/apify.ts'
import { graphSource } from '#adapters/instagram/graph.ts'
import { smtpMailer } from '#adapters/mail/smtp.ts'
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import { stripePayments } from '#adapters/payments/stripe.ts'
import { STRIPE_PAGE } from '#adapters/payments/stripe-page.ts'
import { guardedFetch } from '#adapters/pictures/guarded-fetch.ts'
import { facebookLogin } from '#adapters/publishing/facebook-login.ts'
import { instagramLogin } from '#adapters/publishing/instagram-login.ts'
import { localRenderer } from '#adapters/renderer/local-renderer.ts'
import type { DriveOfCompany } from '#features/drive/index.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import { isPublicHost } from '#platform/http/public-address.ts'
import type { CspOrigins } from '#platform/http/security-headers.ts'
import type { Log } from '#platform/log.ts'
import { VERSION } from '#platform/version.ts'
import type { Ai } from '#ports/ai.ts'
import type { Clock } from '#ports/clock.ts'
import type { ContentDatabase } from '#ports/content-database.ts'
import type { Images } from '#ports/images.ts'
import type { InstagramSource } from '#ports/instagram.ts'
import type { OpenSource } from '#ports/instagram-connection.ts'
import type { Metrics } from '#ports/metrics.ts'
import type { Payments } from '#ports/payments.ts'
import type { PictureFetch } from '#ports/pictures.ts'
import type { PublishingLogins } from '#ports/publishing.ts'
import type { Renderer } from '#ports/renderer.ts'
import type { MailSender } from './mail.ts'

/** What the installation has connected. */
export function instagramSources({ graph, apify }: Pick<Config, 'graph' | 'apify'>, clock: Clock): InstagramSource[] {
  return [...(graph ? [graphSource({ ...graph, clock })] : []), ...(apify ? [apifySource({ ...apify, clock })] : [])]
}

/** The logins with which owners connect their accounts; none where no application is set. */
export const publishingLoginsFor = (
  { instagramLogin: instagram, facebookLogin: facebook }: Pick<Config, 'instagramLogin' | 'facebookLogin'>,
  clock: Clock,
): PublishingLogins => ({
  ...(instagram && { instagram: instagramLogin({ ...instagram, clock }) }),
  ...(facebook && { facebook: facebookLogin({ ...facebook, clock }) }),
})

/** Whether the service that is published to stands in this network, as a mock server does: then it fetches from it, too. */
export const publishingReachesPrivateFor = ({
  instagramLogin: instagram,
  facebookLogin: facebook,
}: Pick<Config, 'instagramLogin' | 'facebookLogin'>): boolean =>
  [instagram, facebook].some((login) => login && !isPublicHost(new URL(login.graphUrl).hostname))

/** What opens the connections that administrators add: the addresses, versions and limits of the settings hold for them too. */
export const sourceOpener =
  ({ graphServer, apifyServer }: Pick<Config, 'graphServer' | 'apifyServer'>, clock: Clock): OpenSource =>
  (source, { name, callsPerHour, credentials: { token, ownId } }) =>
    source === 'graph'
      ? graphSource({
          ...graphServer,
          callsPerHour: callsPerHour ?? graphServer.callsPerHour,
          connection: name,
          ownId: ownId ?? '',
          token,
          clock,
        })
      : apifySource({
          ...apifyServer,
          callsPerHour: callsPerHour ?? apifyServer.callsPerHour,
          connection: name,
          token,
          clock,
        })

/** Where tables are kept elsewhere; null where nothing is connected. */
export const contentDatabaseFor = (config: Pick<Config, 'airtable'>, clock: Clock): ContentDatabase | null =>
  config.airtable && airtable({ ...config.airtable, clock })

/** Pictures may also come from the addresses that the installation itself named, wherever they are. */
export const pictureFetchFor = (config: Pick<Config, 'graph' | 'apify' | 'airtable'>): PictureFetch =>
  guardedFetch({
    allowedHosts: [config.graph, config.apify, config.airtable].flatMap((one) => (one ? new URL(one.url).host : [])),
  })

export const rendererFor = ({ render }: Pick<Config, 'render'>): Renderer =>
  localRenderer({ ffmpegPath: render.ffmpegPath })

export const aiFor = ({ ai }: Pick<Config, 'ai'>, { images, clock }: { images: Images; clock: Clock }): Ai =>
  ai ? openaiCompatible({ ...ai, clock }) : builtInAi({ images })

/** What sends mail; null while the settings name no mail server, or a wrong one. */
export const mailSenderFor = ({ mail: { settings } }: Pick<Config, 'mail'>): MailSender | null =>
  settings && { mailer: smtpMailer(settings.smtp), from: settings.from }

/** Who takes money for plans; where none is set, the sandbox, which takes no money. */
export const paymentsFor = (
  { stripe }: Pick<Config, 'stripe'>,
  parts: { database: Database; clock: Clock; encryption: Encryption },
): Payments => (stripe ? stripePayments({ ...stripe, clock: parts.clock }) : sandboxPayments(parts))

/** The provider whose scripts the screen may load; null where none is set. */
export const cspOriginsFor = ({ stripe }: Pick<Config, 'stripe'>): CspOrigins | null => (stripe ? STRIPE_PAGE : null)

/** What figures are recorded in, and who may read them; null without a token, and then nothing of it is loaded. */
export async function metricsFor(
  { metricsToken: token }: Pick<Config, 'metricsToken'>,
  node: string,
): Promise<{ metrics: Metrics; token: string } | null> {
  if (token === null) return null
  const { prometheusMetrics } = await import('#adapters/metrics/prometheus.ts')
  return { metrics: prometheusMetrics(node), token }
}

/** What sends traces; null where the standard variables name no place for them, and then nothing of it is loaded. */
export async function tracesFor({ sendsTraces }: Pick<Config, 'sendsTraces'>, node: string, log: Log) {
  if (!sendsTraces) return null
  const { openTelemetryTraces } = await import('#adapters/traces/open-telemetry.ts')
  return openTelemetryTraces({ node, version: VERSION, environment: process.env, log })
}

/**
 * The drive of each company: its own Google Drive where that is set, otherwise a folder of its own on this server. Company 1 is
 * the one that the first start makes: it has the folder as it is set.
 */
export function drivesFor(
  { driveFolder, google }: Pick<Config, 'driveFolder' | 'google'>,
  clock: Clock,
): (companyId: number) => DriveOfCompany {
  const images = sharpImages()
  const vendor = google && { drive: googleDrive({ ...google, clock }), path: null }
  const folders = new Map<number, DriveOfCompany>()
  return (companyId) => {
    if (vendor) return vendor
    const path = companyId === 1 ? driveFolder : `${driveFolder}-company-${companyId}`
    const known = folders.get(companyId) ?? { drive: folderDrive({ path, images }), path }
    folders.set(companyId, known)
    return known
  }
}

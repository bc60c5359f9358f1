/**
 * Builds the HTTP application from what it needs: the door that users, programs and tests come through.
 * It listens nowhere by itself.
 */
import multipart from '@fastify/multipart'
import type { RouteRow } from '@tangelo/contract'
import { IMPORT_FILE_BYTES_MAX } from '@tangelo/contract/limits'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { type AnalyticsServices, serveAnalytics } from '#features/analytics/index.ts'
import { type BillingServices, serveBilling } from '#features/billing/index.ts'
import { type ClientsServices, serveClients } from '#features/clients/index.ts'
import { type ContentServices, serveContent } from '#features/content/index.ts'
import { type ContentSyncServices, serveContentSync } from '#features/content-sync/index.ts'
import { type CoreServices, serveCore } from '#features/core/index.ts'
import { type DriveServices, serveDrive } from '#features/drive/index.ts'
import { type IdentityServices, serveIdentity } from '#features/identity/index.ts'
import { type MailServices, serveMail } from '#features/mail/index.ts'
import { type OperationsServices, serveOperations } from '#features/operations/index.ts'
import { type PublishingServices, servePublishing } from '#features/publishing/index.ts'
import { type ReelsServices, serveReels } from '#features/reels/index.ts'
import { serveWebhooks, type WebhooksServices } from '#features/webhooks/index.ts'
import { Failure, methodNotAllowed, notFound } from '#platform/errors.ts'
import { apiDocs } from '#platform/http/api-docs.ts'
import { ARRIVAL_TIMES, type ArrivalTimes, limitArrivals } from '#platform/http/arrivals.ts'
import { answerBareRequests, answerBrokenRequest } from '#platform/http/bare-answers.ts'
import { answerFailures, methodsByPath, send } from '#platform/http/failures.ts'
import { countRequests, isForMetrics, type MetricsPage, sendMetrics } from '#platform/http/metrics.ts'
import { logRequests } from '#platform/http/request-log.ts'
import type { CspOrigins } from '#platform/http/security-headers.ts'
import { securityHeaders, setSecurityHeaders } from '#platform/http/security-headers.ts'
import { listBuiltAssets, serveSite } from '#platform/http/site.ts'
import type { Log } from '#platform/log.ts'
import type { Readiness } from '#platform/readiness.ts'
import { newRequestId } from '#platform/secrets.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Metrics } from '#ports/metrics.ts'
import { viewerOf } from './composition/viewer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Who sends this request: null for a stranger, also for one whose session is over. See composition/viewer.ts. */
    viewerOf(request: FastifyRequest, reply?: FastifyReply): Promise<Viewer | null>
    /** Tests look whether replies kept ready still fit the contract. */
    checksReadyReplies: boolean
    /** What `PUBLIC_URL` says: the origin under which clients reach this server. Null for the one they come to. */
    publicUrl: string | null
    /** Paths of files of the build, for pages that the server writes itself. */
    assets: readonly string[]
  }
  interface FastifyRequest {
    viewer: Viewer | null
  }
  interface FastifyContextConfig {
    row?: RouteRow
    /** Media addresses in a JSON answer of this route become whole (D44). */
    wholeAddressesAt?: (request: FastifyRequest) => (json: string) => string
  }
}

export interface Services
  extends CoreServices,
    IdentityServices,
    MailServices,
    WebhooksServices,
    AnalyticsServices,
    ContentServices,
    ContentSyncServices,
    BillingServices,
    ReelsServices,
    DriveServices,
    ClientsServices,
    PublishingServices,
    OperationsServices {}

export interface AppOptions {
  services: Services
  /** What keeps this node from answering requests, for `/readyz`. */
  readiness: Readiness
  log: Log
  /** One line for every request. */
  logsRequests?: boolean
  trustedProxies?: string[]
  publicUrl?: string | null
  /** Where the built screen is; without it only the interface is served. */
  siteFolder?: string
  /** Whose scripts its pages may load. */
  cspOrigins?: CspOrigins | null
  /** Opens every route to commands on this machine that can read the data folder. */
  operatorKey?: string
  /** The largest file an import takes. */
  importFileBytesMax?: number
  checksReadyReplies?: boolean
  /** What requests are counted in, and the page where they are read. */
  metrics?: { metrics: Metrics; page: MetricsPage } | null
  arrivalTimes?: Partial<ArrivalTimes>
}

const BODY_BYTES_MAX = 1024 * 1024
/** A large import over a slow line may take this long to arrive, as long as it goes on. */
const UPLOAD_TIMEOUT_MS = 60 * 60_000

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, log, importFileBytesMax = IMPORT_FILE_BYTES_MAX } = options
  const arrivalTimes: ArrivalTimes = { ...ARRIVAL_TIMES, ...options.arrivalTimes }
  const app = Fastify({
    // Its logger makes a child for every request, which costs a tenth of a small answer; ours gets the request's id.
    logger: false,
    trustProxy: options.trustedProxies?.length ? options.trustedProxies : false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    http: {
      headersTimeout: arrivalTimes.headersMs,
      connectionsCheckingInterval: arrivalTimes.checkEveryMs,
      requireHostHeader: false,
    },
    return503OnClosing: false,
    keepAliveTimeout: 10_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false, caseSensitive: true },
    // Ids are ours alone: one sent by a caller could be made to look like another request's in the log.
    genReqId: newRequestId,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) =>
      send(
        setSecurityHeaders(request, reply),
        error.statusCode === 404
          ? notFound('Page')
          : new Failure(400, 'invalid_input', 'The address cannot be decoded'),
        request,
      ),
  })

  app.decorateRequest('viewer', null)
  app.decorate('checksReadyReplies', options.checksReadyReplies ?? false)
  app.decorate('publicUrl', options.publicUrl ?? null)
  app.decorate('assets', listBuiltAssets(options.siteFolder))
  app.decorate('viewerOf', viewerOf(services, options.operatorKey))

  securityHeaders(app)
  answerFailures(app, log)
  const methodsAt = methodsByPath(app)
  // JSON or a form with a file, nothing else: without this, text would count as a body.
  app.removeContentTypeParser('text/plain')
  limitArrivals(app, BODY_BYTES_MAX, arrivalTimes)
  answerBareRequests(app)
  if (options.logsRequests) logRequests(app, log)
  if (options.metrics) countRequests(app, options.metrics.metrics)

  await app.register(multipart, {
    limits: { files: 1, fields: 5, fieldSize: 1_000, headerPairs: 100, fileSize: importFileBytesMax },
  })

  serveCore(app, services)
  serveIdentity(app, services)
  serveMail(app, services, services.auth.reauthenticate)
  serveWebhooks(app, services)
  serveAnalytics(app, services, importFileBytesMax)
  serveContent(app, services)
  serveContentSync(app, services)
  serveBilling(app, services)
  serveReels(app, services)
  serveDrive(app, services)
  serveClients(app, services)
  servePublishing(app, services)
  serveOperations(app, services)
  apiDocs(app)

  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const found = await options.readiness.find()
    return found ? reply.code(503).send({ status: 'not ready', ...found }) : { status: 'ready' }
  })

  const site = options.siteFolder ? serveSite(app, options.siteFolder, options.cspOrigins ?? null) : null
  const metricsPage = options.metrics?.page
  app.setNotFoundHandler((request, reply) => {
    if (metricsPage && isForMetrics(request, metricsPage)) return sendMetrics(reply, metricsPage)
    const methods = methodsAt(request.url)
    if (methods.length > 0) return send(reply, methodNotAllowed(request.method, methods), request)
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/(api|media|assets)(\/|$|\?)/.test(request.url)
    return site && isPage
      ? site.page(request.url, reply)
      : send(reply, new Failure(404, 'not_found', 'There is nothing at this address'), request)
  })
  return app
}

/**
 * Traces by OpenTelemetry, sent to where its standard variables say (docs/decisions/0051). Loaded only where they are set. A request and
 * a job each begin a trace; statements and outgoing calls are shown in the one that they belong to, and otherwise not at all.
 * Neither parameters of statements nor addresses of calls, which may hold a token, become part of a span.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import diagnostics from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import {
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '#platform/log.ts'
import { TRACED, type TracedWork } from '#platform/trace-work.ts'

const KINDS = { request: SpanKind.SERVER, job: SpanKind.CONSUMER, statement: SpanKind.CLIENT }
/** What is left is sent within this at the end; a collector that does not answer must not hold up the process. */
const LAST_SENDING_MS = 3_000

export function openTelemetryTraces({
  node,
  version,
  environment,
  log,
}: {
  node: string
  version: string
  environment: NodeJS.ProcessEnv
  log: Pick<Log, 'warn'>
}): { end(): Promise<void> } {
  const warn = (message: string) => log.warn({ message }, 'traces cannot be sent')
  const silent = () => {}
  diag.setLogger({ error: warn, warn, info: silent, debug: silent, verbose: silent }, DiagLogLevel.WARN)
  const own = { 'service.name': 'tangelo', 'service.version': version, 'service.instance.id': node }
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerFor(environment),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const spans = spansOf(provider.getTracer('tangelo', version))
  followWork(spans)
  followCalls(spans)
  return {
    async end() {
      const { promise: isOver, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, LAST_SENDING_MS)
      await Promise.race([isOver, provider.shutdown().catch((error: unknown) => warn(String(error)))])
      clearTimeout(timer)
    },
  }
}

/** Those of the specification: `OTEL_TRACES_SAMPLER`, `OTEL_TRACES_SAMPLER_ARG`. */
function samplerFor({
  OTEL_TRACES_SAMPLER: name = '',
  OTEL_TRACES_SAMPLER_ARG: share = '1',
}: NodeJS.ProcessEnv): Sampler {
  const root = () => {
    if (name.endsWith('always_off')) return new AlwaysOffSampler()
    return name.endsWith('traceidratio') ? new TraceIdRatioBasedSampler(Number(share)) : new AlwaysOnSampler()
  }
  return new ParentBasedSampler({ root: root() })
}

interface Spans {
  readonly current: AsyncLocalStorage<Span | undefined>
  begin(name: string, kind: SpanKind, attributes: Record<string, string | number>, parent: Span | undefined): Span
  fail(span: Span, error: unknown): void
  end(span: Span): void
}

function spansOf(tracer: Tracer): Spans {
  const current = new AsyncLocalStorage<Span | undefined>()
  return {
    current,
    begin: (name, kind, attributes, parent) =>
      tracer.startSpan(name, { kind, attributes }, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT),
    fail(span, error) {
      const name = error instanceof Error ? error.name : 'Error'
      span.setStatus({ code: SpanStatusCode.ERROR, message: name }).setAttribute('error.type', name)
    },
    // Outside of any span: what sends the spans later must not become one.
    end: (span) => current.run(undefined, () => span.end()),
  }
}

function followWork({ current, begin, fail, end }: Spans): void {
  const channel = diagnostics.tracingChannel<Span | undefined, TracedWork>(TRACED)
  const begun = new WeakMap<object, Span>()
  channel.start.bindStore(current, (work) => {
    const { kind, name, attributes } = work
    const parent = kind === 'statement' ? current.getStore() : undefined
    if (kind === 'statement' && !parent) return undefined
    const span = begin(name, KINDS[kind], attributes, parent)
    begun.set(work, span)
    return span
  })
  const finish = (work: TracedWork) => {
    const span = begun.get(work)
    if (!span) return
    span.setAttributes(work.attributes)
    if (work.error !== undefined) fail(span, work.error)
    end(span)
  }
  channel.end.subscribe((work) => {
    if ((work as TracedWork).isSync) finish(work as TracedWork)
  })
  channel.asyncEnd.subscribe((work) => finish(work as TracedWork))
}

/** Calls to vendors and receivers, by whichever client: Node publishes those of its own two. */
function followCalls({ current, begin, fail, end }: Spans): void {
  const begun = new WeakMap<object, Span>()
  const beginCall = (request: object, method: string, host: string) => {
    const parent = current.getStore()
    if (!parent || begun.has(request)) return null
    const attributes = { 'http.request.method': method, 'server.address': host }
    const span = begin(`${method} ${host}`, SpanKind.CLIENT, attributes, parent)
    begun.set(request, span)
    return span
  }
  const note = (request: object, status: number) =>
    begun.get(request)?.setAttribute('http.response.status_code', status)
  const noteFailure = (request: object, error: unknown) => {
    const span = begun.get(request)
    if (span) fail(span, error)
  }
  on<{ request: ClientRequest }>('http.client.request.start', ({ request }) => {
    const span = beginCall(request, request.method, request.host)
    if (span) request.once('close', () => end(span))
  })
  on<{ request: ClientRequest; response: IncomingMessage }>('http.client.response.finish', ({ request, response }) =>
    note(request, response.statusCode ?? 0),
  )
  on<{ request: ClientRequest; error: Error }>('http.client.request.error', ({ request, error }) =>
    noteFailure(request, error),
  )
  on<{ request: FetchRequest }>('undici:request:create', ({ request }) => {
    beginCall(request, request.method, new URL(request.origin).hostname)
  })
  on<{ request: FetchRequest; response: { statusCode: number } }>('undici:request:headers', ({ request, response }) =>
    note(request, response.statusCode),
  )
  const endFetch = ({ request }: { request: FetchRequest }) => {
    const span = begun.get(request)
    if (span) end(span)
  }
  on<{ request: FetchRequest }>('undici:request:trailers', endFetch)
  on<{ request: FetchRequest; error: Error }>('undici:request:error', ({ request, error }) => {
    noteFailure(request, error)
    endFetch({ request })
  })
}

interface FetchRequest {
  method: string
  origin: string
}

/** What each of Node's channels publishes is in its documentation. */
const on = <Message>(channel: string, call: (message: Message) => void) =>
  diagnostics.subscribe(channel, (message) => call(message as Message))

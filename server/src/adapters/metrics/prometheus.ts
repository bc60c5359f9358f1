/** Metrics in the text format of Prometheus (docs/decisions/0051). Loaded only where `METRICS_TOKEN` is set. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Figure, Metrics } from '#ports/metrics.ts'

/** Around the bars of the bench: 25, 50 and 100 ms. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
const WORK_SECONDS = [0.05, 0.25, 1, 5, 30, 120, 600]

/** @param node names this process among those of the installation. */
export function prometheusMetrics(node: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ node })
  const registers = [registry]
  // Memory, processor, event loop (with its p99 since the last read) and garbage collection of this process.
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'tangelo_http_requests_total',
    help: 'Requests answered, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'tangelo_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer, without streams',
    labelNames: ['method', 'route'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const failures = new Counter({
    name: 'tangelo_failures_total',
    help: 'Failures answered to clients, by their code',
    labelNames: ['code'],
    registers,
  })
  const errors = new Counter({
    name: 'tangelo_errors_total',
    help: 'Errors logged, by their name',
    labelNames: ['name'],
    registers,
  })
  const jobs = new Counter({
    name: 'tangelo_jobs_total',
    help: 'Tries of jobs by this process, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const workSeconds = new Histogram({
    name: 'tangelo_job_duration_seconds',
    help: 'Time of one call of a handler, by kind of job',
    labelNames: ['kind'],
    buckets: WORK_SECONDS,
    registers,
  })
  const renders = new Counter({
    name: 'tangelo_renders_total',
    help: 'Reels that this process has encoded or tried to, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const renderSeconds = new Histogram({
    name: 'tangelo_render_duration_seconds',
    help: 'Time to encode a reel',
    buckets: WORK_SECONDS,
    registers,
  })
  const read = new Map<string, Gauge | Counter>()

  function setFigure({ name, help, type, labelNames, values }: Figure): void {
    const options = { name, help, labelNames: [...labelNames], registers }
    const figure = read.get(name) ?? (type === 'gauge' ? new Gauge(options) : new Counter(options))
    read.set(name, figure)
    figure.reset()
    for (const { labels, value } of values) figure.inc(labels, value)
  }

  return {
    countRequest({ method, route, status, seconds }) {
      requests.inc({ method, route, status })
      if (seconds !== null) requestSeconds.observe({ method, route }, seconds)
    },
    countFailure: (code) => failures.inc({ code }),
    countError: (name) => errors.inc({ name }),
    countJob: ({ kind, outcome }) => jobs.inc({ kind, outcome }),
    observeWork: (kind, seconds) => workSeconds.observe({ kind }, seconds),
    observeRender(outcome, seconds) {
      renders.inc({ outcome })
      if (outcome === 'done') renderSeconds.observe(seconds)
    },
    async write(figures) {
      for (const figure of figures) setFigure(figure)
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}

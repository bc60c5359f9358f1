/**
 * Figures about this process for a monitoring system. Recording one costs about a microsecond and never throws. Labels are
 * words of the program (a route, a kind of work), never a company, a user or an account: their number must stay small.
 */

export interface RequestFigures {
  method: string
  /** As the program has it: '/api/accounts/:id'. */
  route: string
  status: number
  /** Null for a stream, which lasts as long as its client listens. */
  seconds: number | null
}

export interface WorkFigures {
  /** Of a job. */
  kind: string
  outcome: 'done' | 'postponed' | 'failed'
}

/** What is read when the figures are: its values at that moment. */
export interface Figure {
  name: string
  help: string
  /** A counter never falls while the process lives. */
  type: 'gauge' | 'counter'
  labelNames: readonly string[]
  values: readonly { labels: Readonly<Record<string, string>>; value: number }[]
}

export interface Metrics {
  countRequest(request: RequestFigures): void
  /** A failure that was answered to a client, by its code. */
  countFailure(code: string): void
  /** An error that was logged, by the name of its class. */
  countError(name: string): void
  countJob(job: WorkFigures): void
  /** One call of a handler, which may deal with several jobs. */
  observeWork(kind: string, seconds: number): void
  observeRender(outcome: 'done' | 'failed' | 'aborted', seconds: number): void
  /** Everything recorded so far, and `figures`, as text. */
  write(figures: readonly Figure[]): Promise<{ contentType: string; text: string }>
}

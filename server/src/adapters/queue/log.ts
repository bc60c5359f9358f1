/** Where the queue logs errors of background work. */
export interface Log {
  error(details: object, message: string): void
}

/** Where the queue says what went wrong behind everybody's back. */
export interface Log {
  error(details: object, message: string): void
}

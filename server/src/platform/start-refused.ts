/** The start stops here, with one sentence for the person at the terminal that says what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

/** Content policies of what a link shows. Nothing but our own server is ever asked for anything. */

const CLOSED = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** A file that holds all it needs: nothing runs in it and nothing is loaded, whatever a caption says. */
export const FILE_POLICY = `${CLOSED}; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; sandbox`

/** A page of ours: its one style and its one script by their hashes. */
export const pagePolicy = ({ styleHash, script = null }: { styleHash: string; script?: string | null }): string =>
  [
    CLOSED,
    `style-src 'sha256-${styleHash}'`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "form-action 'self'",
    ...(script === null ? [] : [`script-src ${script}`, "connect-src 'self'"]),
  ].join('; ')

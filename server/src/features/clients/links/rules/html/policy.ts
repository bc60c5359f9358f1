/** Content policies of what a link shows. Nothing but our own server is ever asked for anything. */

const CLOSED = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** A file that holds all it needs: nothing runs in it and nothing is loaded, whatever a caption says. */
export const FILE_POLICY = `${CLOSED}; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; sandbox`

/** A picture, should a browser take it for a document. */
export const PICTURE_POLICY = `${CLOSED}; form-action 'none'; sandbox`

/** A page of ours: its one style by its hash, and scripts only of our build. */
export const pagePolicy = ({ styleHash, runsScript }: { styleHash: string; runsScript: boolean }): string =>
  [
    CLOSED,
    `style-src 'sha256-${styleHash}'`,
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    ...(runsScript ? ["script-src 'self'", "require-trusted-types-for 'script'"] : []),
  ].join('; ')

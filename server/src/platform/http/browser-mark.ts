/** A cookie by which a browser is known when a provider's page sends it back, for minutes and for that alone. */

/** The part of a request that tells one browser from another. */
export interface BrowserRequest {
  protocol: string
  /** Where the provider sends it back to. */
  origin: string
  headers: { cookie?: string | undefined }
}

const MARK = /^[\w-]{43}$/

/** @param name of the cookie; the browser forgets it after `livesMs`. */
export function browserMark(name: string, livesMs: number) {
  /** `__Host-` keeps other addresses of the same domain from setting it, and needs TLS. */
  const cookieName = ({ protocol }: BrowserRequest) => (protocol === 'https' ? `__Host-${name}` : name)
  return {
    /** What the browser has been marked with; null for one that was not, or with anything else. */
    of(request: BrowserRequest): string | null {
      const cookies = (request.headers.cookie ?? '').split(';').map((one) => one.trim().split('='))
      const mark = cookies.find(([known]) => known === cookieName(request))?.[1] ?? ''
      return MARK.test(mark) ? mark : null
    },

    /** Lax: the browser brings it back when it comes from the provider's page, and with no request that another page makes. */
    cookie: (request: BrowserRequest, mark: string): string =>
      [
        `${cookieName(request)}=${mark}`,
        'Path=/',
        'HttpOnly',
        'SameSite=Lax',
        `Max-Age=${livesMs / 1_000}`,
        ...(request.protocol === 'https' ? ['Secure'] : []),
      ].join('; '),
  }
}

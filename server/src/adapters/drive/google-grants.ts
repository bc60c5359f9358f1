/** Clients of Google's package, one for each grant: with them its access tokens are cached here, in memory. */

export interface GoogleSettings {
  clientId: string
  clientSecret: string
  accountsUrl: string
  oauthUrl: string
  apiUrl: string
}

type Library = typeof import('@googleapis/drive')
export type Client = InstanceType<Library['auth']['OAuth2']>

/** Companies whose access tokens are cached; the least recently used one is evicted. */
const GRANTS_KEPT = 200
/** Loaded with the first question: the start does not wait for it, and many installations never need it. */
let loaded: Promise<Library> | undefined
export const library = () => {
  loaded ??= import('@googleapis/drive')
  return loaded
}

export interface Kept {
  /** Identifies a grant without revealing its secret. */
  number: number
  client: Promise<Client>
  /** A replacement of the secret that was not reported yet. */
  newSecret: string | null
}

export function googleGrants(settings: GoogleSettings, answered: typeof fetch) {
  /** By the secret, and by its replacements: a caller with the old one is not turned away. */
  const kept = new Map<string, Kept>()
  let grants = 0

  async function newClient(): Promise<Client> {
    const { auth } = await library()
    const client = new auth.OAuth2({
      clientId: settings.clientId,
      clientSecret: settings.clientSecret,
      transporterOptions: { fetchImplementation: answered },
      endpoints: {
        oauth2AuthBaseUrl: `${settings.accountsUrl}/o/oauth2/v2/auth`,
        oauth2TokenUrl: `${settings.oauthUrl}/token`,
        oauth2RevokeUrl: `${settings.oauthUrl}/revoke`,
      },
    })
    // What may be repeated is decided here, not by the package, which would repeat tokens and renames too.
    client.transporter.interceptors.request.add({
      resolved: async (call) => Object.assign(call, { retry: false, retryConfig: undefined }),
    })
    return client
  }

  function findOrBeginGrant(secret: string): Kept {
    const found = kept.get(secret) ?? beginGrant(secret)
    // To the end of the row, away from those that go.
    kept.delete(secret)
    kept.set(secret, found)
    for (const [oldest] of kept) {
      if (kept.size <= GRANTS_KEPT) break
      kept.delete(oldest)
    }
    return found
  }

  function beginGrant(secret: string): Kept {
    grants += 1
    const own: Kept = {
      number: grants,
      newSecret: null,
      client: newClient().then((client) => {
        client.setCredentials({ refresh_token: secret })
        // Reported before the package forgets it: it goes on with the secret that it had.
        client.on('tokens', ({ refresh_token: next }) => {
          if (next && next !== client.credentials.refresh_token) own.newSecret = next
        })
        return client
      }),
    }
    return own
  }

  return {
    newClient,
    findOrBeginGrant,
    /** A replacement of a secret leads to the same grant. */
    keep: (secret: string, own: Kept) => kept.set(secret, own),
  }
}

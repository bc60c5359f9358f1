import type { RouteInput, RouteName, RouteReply } from '@tangelo/contract'
import { ApiError, address, getCredentials, NetworkError, parseBody, toApiError } from './api-request.ts'
import { currentSession, isContinued } from './session.ts'

interface UploadOptions<Name extends RouteName> {
  readonly query?: RouteInput<Name>['query']
  /** 0 to 1, of the bytes sent. */
  readonly onProgress?: (sent: number) => void
  readonly signal?: AbortSignal
}

/** Sends a form with files; with a session that ends meanwhile it does what `send` does. */
export async function upload<Name extends RouteName>(
  name: Name,
  form: FormData,
  options: UploadOptions<Name> = {},
): Promise<RouteReply<Name>> {
  if (currentSession().state === 'expired') await isContinued(null)
  const { token } = currentSession()
  try {
    return await sendForm(name, form, options)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && (await isContinued(token)))
      return upload(name, form, options)
    throw error
  }
}

/** XMLHttpRequest, because fetch does not report upload progress. */
function sendForm<Name extends RouteName>(
  name: Name,
  form: FormData,
  { query, onProgress, signal }: UploadOptions<Name>,
): Promise<RouteReply<Name>> {
  const { method, path } = address(name, { query })
  const { headers, token } = getCredentials()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    }
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(parseBody(request.responseText) as RouteReply<Name>)
      else reject(toApiError(request.status, request.responseText, token))
    }
    request.onerror = () => reject(new NetworkError(undefined))
    request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (signal?.aborted) reject(signal.reason)
    else request.send(form)
  })
}

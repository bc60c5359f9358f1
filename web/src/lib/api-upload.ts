import type { RouteInput, RouteName, RouteReply } from '@tangelo/contract'
import { address, getCredentials, NetworkError, parsed, toApiError } from './api-request.ts'

interface UploadOptions<Name extends RouteName> {
  readonly query?: RouteInput<Name>['query']
  /** 0 to 1, of the bytes sent. */
  readonly onProgress?: (sent: number) => void
  readonly signal?: AbortSignal
}

/** Sends a form with files. XMLHttpRequest, because fetch does not report upload progress. */
export function upload<Name extends RouteName>(
  name: Name,
  form: FormData,
  { query, onProgress, signal }: UploadOptions<Name> = {},
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
      if (request.status >= 200 && request.status < 300) resolve(parsed(request.responseText) as RouteReply<Name>)
      else reject(toApiError(request.status, request.responseText, token))
    }
    request.onerror = () => reject(new NetworkError(undefined))
    request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (signal?.aborted) reject(signal.reason)
    else request.send(form)
  })
}

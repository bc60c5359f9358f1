/**
 * What node:http can do at best: a process of its own that answers each address with bytes and headers it was given, and
 * does nothing else.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BareAnswer {
  path: string
  headers: [name: string, value: string][]
  body: string
}

process.once('message', (answers: BareAnswer[]) => {
  const known = new Map(answers.map(({ path, headers, body }) => [path, { headers: headers.flat(), body }]))
  const server = createServer((request, response) => {
    const answer = known.get(request.url ?? '')
    response.writeHead(answer ? 200 : 404, answer?.headers)
    response.end(answer?.body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})

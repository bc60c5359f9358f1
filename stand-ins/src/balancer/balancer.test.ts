/** The balancer in front of nodes that are ready, drain, refuse connections, and end in the middle of an answer. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type Balancer, startBalancer } from './balancer.ts'

interface Node {
  url: string
  isReady: boolean
  asked: string[]
  end(): Promise<void>
}

async function node(name: string, answer?: RequestListener): Promise<Node> {
  const state: Node = { url: '', isReady: true, asked: [], end: async () => {} }
  const server = createServer((request, response) => {
    if (request.url === '/readyz') return void response.writeHead(state.isReady ? 200 : 503).end()
    state.asked.push(`${request.method} ${request.url}`)
    if (answer) return answer(request, response)
    request.resume().on('end', () => response.end(name))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  state.end = async () => {
    if (!server.listening) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  onTestFinished(state.end)
  return state
}

async function inFrontOf(...nodes: Node[]): Promise<Balancer> {
  const balancer = await startBalancer({ nodes: nodes.map(({ url }) => url), checkEveryMs: 20 })
  onTestFinished(balancer.end)
  return balancer
}

const askBalancer = async ({ url }: Balancer, method = 'GET') => (await fetch(`${url}/here`, { method })).text()

test('requests go to ready nodes in turns, and a node that drains gets none while it still listens', async () => {
  const [one, two] = [await node('one'), await node('two')]
  const balancer = await inFrontOf(one, two)
  expect(new Set([await askBalancer(balancer), await askBalancer(balancer)])).toEqual(new Set(['one', 'two']))
  one.isReady = false
  await expect.poll(balancer.ready).toEqual([two.url])
  expect([await askBalancer(balancer), await askBalancer(balancer), await askBalancer(balancer)]).toEqual([
    'two',
    'two',
    'two',
  ])
  two.isReady = false
  await expect.poll(balancer.ready).toEqual([])
  expect(await askBalancer(balancer)).toMatch(/one|two/)
})

test('a write goes to another node when the first takes no connection, and to none when it was sent and got no answer', async () => {
  const gone = await node('gone')
  const two = await node('two')
  const balancer = await inFrontOf(gone, two)
  await gone.end()
  expect(await Promise.all([1, 2, 3].map(() => askBalancer(balancer, 'POST')))).toEqual(['two', 'two', 'two'])
  await two.end()

  const cutting = await node('cutting', (request) => request.socket.destroy())
  const patient = await node('patient')
  const other = await inFrontOf(cutting, patient)
  const answers = await Promise.all([1, 2].map(() => fetch(`${other.url}/here`, { method: 'POST', body: 'x' })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 502])
  expect([await askBalancer(other), await askBalancer(other)]).toEqual(['patient', 'patient'])
  expect(cutting.asked.filter((asked) => asked.startsWith('POST'))).toHaveLength(1)
})

test('a stream is passed on as it comes, and one whose node ends is cut instead of ended', async () => {
  const streaming = await node('streaming', (_, response) => void response.write('data: 1\n\n'))
  const balancer = await inFrontOf(streaming)
  const { body } = await fetch(`${balancer.url}/api/events`)
  const reader = body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n')
  await streaming.end()
  await expect(reader?.read()).rejects.toThrow('terminated')
})

/**
 * A mail server that keeps what it takes, and fails where a test wants it to: before the greeting, at EHLO, AUTH, MAIL, RCPT
 * (for single addresses too) and DATA, after the mail without an answer, and after taking it. RFC 5321, as far as a sender
 * uses it; TLS from the first byte or by STARTTLS (RFC 3207), with a certificate that it is given.
 */
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { converse, type FaultAt, type SmtpAccess, type SmtpRules, type TakenMail } from './smtp-conversation.ts'

export interface SmtpStandIn {
  port: number
  url: string
  /** What was taken, in order, with what was taken twice. */
  taken: TakenMail[]
  /** Connections so far. */
  connections(): number
  /** Asked at every step of every mail; undefined for yes. */
  fail(how: FaultAt): void
  /** These addresses are refused: 5xx, 4xx. */
  refuse(address: string, reply: string): void
  close(): Promise<void>
}

export async function smtpStandIn({
  port = 0,
  user = null,
  password = null,
  tls = null,
}: Partial<SmtpAccess> & { port?: number } = {}): Promise<SmtpStandIn> {
  const taken: TakenMail[] = []
  const refused = new Map<string, string>()
  const sockets = new Set<Socket>()
  let connections = 0
  const rules: SmtpRules = { user, password, tls, taken, refused, faultAt: () => undefined }

  function serve(socket: Socket): void {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    if (converse(socket, rules)('greeting')) socket.write('220 stand-in ESMTP\r\n')
  }

  const isTls = tls?.begins === 'at once'
  const server: Server = isTls ? createTlsServer({ key: tls.key, cert: tls.cert }, serve) : createServer(serve)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const boundPort = typeof address === 'object' && address ? address.port : port
  const credentials = user === null ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`
  return {
    port: boundPort,
    url: `${isTls ? 'smtps' : 'smtp'}://${credentials}127.0.0.1:${boundPort}`,
    taken,
    connections: () => connections,
    fail: (how) => {
      rules.faultAt = how
    },
    refuse: (to, reply) => void refused.set(to, reply),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What `docker compose` would be given, where there is none to ask: the file of the grown installation fits the program and itself. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/src/platform/config.ts'
import { inRoot } from './place.mjs'

/** The parser of a tool of the checks: no package of our own for one test. */
const { parse } = createRequire(inRoot('node_modules/knip/package.json'))('yaml')
const text = readFileSync(inRoot('compose.yml'), 'utf8')
/** As in a `.env` that holds what the page on several nodes asks for. */
const GIVEN = {
  POSTGRES_PASSWORD: 'sample',
  ENCRYPTION_KEY: 'ab'.repeat(32),
  S3_ACCESS_KEY_ID: `GK${'0'.repeat(32)}`,
  S3_SECRET_ACCESS_KEY: 'cd'.repeat(32),
}
const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
const { services, volumes } = parse(
  text.replaceAll(/\$\{(\w+):-\}/g, (_, name) => GIVEN[name] ?? ''),
  { merge: true },
)
const grown = Object.entries(services).filter(([, { profiles }]) => profiles?.includes('grown'))
const page = readFileSync(inRoot('docs/running-several-nodes.md'), 'utf8')

test('the grown installation has a balancer, two nodes that answer, two that work, PostgreSQL and storage', () => {
  expect(grown.map(([name]) => name).toSorted()).toEqual(['api', 'balancer', 'postgres', 'storage', 'worker'])
  for (const name of ['api', 'worker']) expect(services[name].deploy).toEqual({ replicas: 2 })
})

test('every service of it says whether it is healthy, and every image of others is pinned', () => {
  for (const [name, { healthcheck, image, build }] of grown) {
    expect(healthcheck?.test, name).toBeInstanceOf(Array)
    if (!build) expect(image, name).toMatch(/:v?\d+\.\d+/)
  }
})

test('its nodes start with these settings: each is one that the program knows, and is right', () => {
  const example = readFileSync(inRoot('.env.example'), 'utf8')
  for (const role of ['api', 'worker']) {
    const { environment } = services[role]
    for (const name of Object.keys(environment)) expect(example).toMatch(new RegExp(`^${name}=`, 'm'))
    const config = readConfig(environment)
    expect(config).toMatchObject({ role, port: 5000, databaseUrl: 'postgres://tangelo:sample@postgres:5432/tangelo' })
    expect(config.s3).toMatchObject({ endpoint: 'http://storage:3900', bucket: 'tangelo', region: 'garage' })
    expect(config.encryptionKey).not.toBeNull()
  }
  expect(readConfig(services.api.environment).drainMs).toBe(5_000)
})

test('what has to be set is named on the page of several nodes, and nothing else is asked for', () => {
  expect([...asked].toSorted()).toEqual(Object.keys(GIVEN).toSorted())
  for (const name of asked) expect(page).toContain(name)
})

test('services wait for services that there are and that say when they are healthy, and mount what there is', () => {
  for (const [name, { depends_on: awaited = {}, volumes: mounts = [] }] of Object.entries(services)) {
    for (const [other, { condition }] of Object.entries(awaited)) {
      expect(services[other]?.healthcheck, `${name} waits for ${other}`).toBeDefined()
      expect(condition).toBe('service_healthy')
      const [together] = services[name].profiles ?? []
      if (together) expect(services[other].profiles).toContain(together)
    }
    for (const mount of mounts) {
      const [from] = mount.split(':')
      if (from.startsWith('./')) expect(existsSync(inRoot(from)), from).toBe(true)
      else expect(Object.keys(volumes)).toContain(from)
    }
  }
})

test('the balancer finds the nodes by their name and port, and asks them whether they are ready', () => {
  const rules = readFileSync(inRoot('deploy/haproxy.cfg'), 'utf8')
  const { PORT } = services.api.environment
  expect(rules.match(/server-template \S+ \d+ (\S+)/g)?.length).toBe(2)
  for (const [, address] of rules.matchAll(/server-template \S+ \d+ (\S+)/g)) expect(address).toBe(`api:${PORT}`)
  expect(rules).toContain('uri /readyz')
  const [published] = services.balancer.ports
  expect(rules).toContain(`bind :${published.split(':').at(-1)}`)
  const graceMs = Number.parseInt(services.api.stop_grace_period, 10) * 1_000
  // For the balancer to look elsewhere, for what is running, and to give up: main.ts.
  expect(graceMs).toBeGreaterThanOrEqual(readConfig(services.api.environment).drainMs + 15_000)
})

/** With what they wait for. */
const withAwaited = (names) =>
  names.flatMap((name) => [name, ...withAwaited(Object.keys(services[name].depends_on ?? {}))])

test('each command of README starts services that publish different ports', () => {
  const commands = [
    ...readFileSync(inRoot('README.md'), 'utf8').matchAll(/`docker compose(?: --profile (\w+))? up((?: [\w-]+)*)`/g),
  ]
  expect(commands.length).toBe(3)
  for (const [command, profile, named] of commands) {
    const meant = Object.keys(services).filter((name) => services[name].profiles?.includes(profile) ?? true)
    const started = new Set(named === '' ? meant : withAwaited(named.trim().split(' ')))
    const ports = [...started].flatMap((name) => services[name].ports ?? [])
    expect(ports.map((port) => port.split(':').at(-2)).toSorted(), command).toEqual(['5000'])
  }
})

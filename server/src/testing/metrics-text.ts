/** The address that Prometheus reads, for tests: its token, its text, and the lines of one figure. */
import { expect } from 'vitest'
import type { World } from './world.ts'

export const TOKEN = 'metrics-token-of-this-test'
export const bearer = { authorization: `Bearer ${TOKEN}` }

export const readMetrics = async ({ app }: World) => {
  const answer = await app.inject({ method: 'GET', url: '/metrics', headers: bearer })
  expect(answer.statusCode).toBe(200)
  return answer.payload
}

/** The lines of a figure, without its help and type, and without the label that all have. */
export const linesOf = (text: string, name: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .map((line) => line.replace(/node="test",|,?node="test"/, '').replace('{}', ''))

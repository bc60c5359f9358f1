/** Prompts for tests of the library: one that is saved, and the titles of a list. */
import type { World } from './world.ts'

export const NEW = { title: 'Product on a table', prompt: 'Say what is on the table. {{mood}}' }

export const save = async ({ ask }: World, more: object = {}) =>
  (await ask('admin', 'POST', '/api/prompts/save', { ...NEW, ...more })).json()
export const titles = async ({ ask }: World, query = '') =>
  (await ask('admin', 'GET', `/api/prompts${query}`)).json().map(({ title }: { title: string }) => title)

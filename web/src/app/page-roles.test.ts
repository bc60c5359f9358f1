import type { Role } from '@tangelo/contract/limits'
import { describe, expect, test } from 'vitest'
import { findDenial } from './page-roles.ts'

const feature = "You don't have permission to access this feature"

describe('denialOf', () => {
  test.each<[path: string, role: Role, denial: string | null]>([
    ['/', 'basic', null],
    ['/account/7', 'basic', null],
    ['/nowhere', 'basic', null],
    ['/compare', 'basic', null],
    ['/reports', 'basic', null],
    ['/reel-maker', 'basic', feature],
    ['/reel-maker', 'pro', null],
    ['/reel-imports', 'basic', feature],
    ['/api-tokens', 'basic', feature],
    ['/pricing', 'basic', feature],
    ['/pricing', 'admin', null],
    ['/prompts', 'pro', "You don't have permission to access the Prompt Generator."],
    ['/prompts', 'admin', null],
    ['/admin', 'pro', "You don't have permission to access admin features"],
    ['/admin/', 'basic', "You don't have permission to access admin features"],
    ['/admin', 'admin', null],
  ])('%s as %s: %s', (path, role, denial) => {
    expect(findDenial(path, role)).toBe(denial)
  })
})

/** The pages and actions of the palette, by role: what can be reached and done without naming an object. */
import type { Role } from '@tangelo/contract/limits'
import { Keyboard, LogOut, Moon, Plus, Sun, Upload } from 'lucide-react'
import { signOut } from '#features/identity/index.ts'
import { hasUnsaved } from '#lib/session.ts'
import { setTheme } from '#lib/theme.ts'
import { askToSignOut, openShortcuts } from '../palette-state.ts'
import { ADMINS, type Command, forRole, type Listed, PLANNERS } from './command.ts'
import { texts } from './texts.ts'

const ACTIONS: readonly Listed[] = [
  {
    key: 'do:draft',
    title: texts.actions.draft,
    words: 'create post',
    icon: <Plus />,
    keys: ['N'],
    action: 'new-draft',
  },
  {
    key: 'do:reel',
    title: texts.actions.reel,
    words: 'create video upload images',
    icon: <Plus />,
    keys: ['R'],
    action: 'upload-images',
    roles: PLANNERS,
  },
  {
    key: 'do:import',
    title: texts.actions.import,
    words: 'file csv apify upload',
    icon: <Upload />,
    keys: ['I'],
    action: 'import',
    roles: ADMINS,
  },
  {
    key: 'do:account',
    title: texts.actions.addAccount,
    words: 'track instagram create',
    icon: <Plus />,
    keys: ['A'],
    action: 'add-account',
    roles: ADMINS,
  },
  { key: 'do:dark', title: texts.actions.dark, words: 'theme night', icon: <Moon />, run: () => setTheme('dark') },
  { key: 'do:light', title: texts.actions.light, words: 'theme day', icon: <Sun />, run: () => setTheme('light') },
  {
    key: 'do:shortcuts',
    title: texts.actions.shortcuts,
    words: 'help keys',
    icon: <Keyboard />,
    keys: ['?'],
    run: openShortcuts,
  },
  {
    key: 'do:sign-out',
    title: texts.actions.signOut,
    words: 'log out leave',
    icon: <LogOut />,
    run: () => (hasUnsaved() ? askToSignOut() : void signOut()),
  },
]
/** The theme that is painted already is not offered. */
export const actionsFor = (role: Role): Command[] =>
  forRole(role, ACTIONS).filter(({ key }) => key !== `do:${document.documentElement.dataset.theme}`)

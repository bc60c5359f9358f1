/** Loaded before a program that npm started: when npm is ended, the program gets the SIGTERM that was meant for it. */
import { isMainThread } from 'node:worker_threads'
import { whenParentIsGone } from './parent.mjs'

if (isMainThread) whenParentIsGone(() => process.kill(process.pid, 'SIGTERM'))

/** How the browser tests run: the built product in the system's Chromium, as a desktop and as a phone. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

// Workers inherit it: what servers leave behind is in one place until all tests have run.
process.env.TANGELO_LEFT ??= join(tmpdir(), `tangelo-e2e-${process.pid}`)

const AFTERWARDS = /afterwards\.spec\.ts/

const chromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
}

export default defineConfig({
  testDir: 'tests',
  outputDir: 'results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    locale: 'en-US',
    // Dates are read against the calendar of the server's company, which is UTC by default.
    timezoneId: 'UTC',
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    // On a phone is walked what looks or works otherwise there: @both, and @phone for what is only there.
    {
      name: 'desktop',
      grepInvert: /@phone/,
      testIgnore: AFTERWARDS,
      teardown: 'afterwards',
      use: { ...chromium, viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      grep: /@both|@phone/,
      testIgnore: AFTERWARDS,
      teardown: 'afterwards',
      use: { ...chromium, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    },
    { name: 'afterwards', testMatch: AFTERWARDS },
  ],
})

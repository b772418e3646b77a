import { chromium } from 'playwright-core'

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No process in reserve for the next page, which is a tenth of the processor time of these tests.
  '--renderer-process-limit=1',
]

/** One browser for all files of a worker, as starting one takes a second. It ends with its worker. */
export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  headless: true,
  args: CHROMIUM_FLAGS,
})

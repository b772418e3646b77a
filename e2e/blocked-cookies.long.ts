import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './testing/journey.ts'
import { becomeMember, newAddress, PASSWORD } from './testing/steps.ts'

/** Debian's headless shell, with which the other journeys run, reads no settings of a profile. */
const CHROMIUM = '/usr/bin/chromium'

const BLOCKS_ALL_COOKIES = {
  profile: { default_content_setting_values: { cookies: 2 }, block_third_party_cookies: true },
}

test.skip(!existsSync(CHROMIUM), `needs ${CHROMIUM}`)

test('whoever blocks all cookies reads that they are needed, and the tab stays responsive', async ({
  aVisitor,
  playwright,
  product: { url },
}, testInfo) => {
  const address = newAddress('blocked-cookies')
  await becomeMember(await aVisitor(), address)

  const profile = testInfo.outputPath('profile')
  await mkdir(join(profile, 'Default'), { recursive: true })
  await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(BLOCKS_ALL_COOKIES))
  const context = await playwright.chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    channel: 'chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
  })
  const page = await context.newPage()
  const errors: Error[] = []
  page.on('pageerror', error => errors.push(error))
  await page.goto(`${url}/login`)
  const needed = page.getByText(/^Signing in needs cookies, which your browser blocks for this site\./)
  await needed.waitFor()
  await page.getByLabel('Email', { exact: true }).fill(address)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByText("Your browser didn't keep you signed in.").waitFor()
  await needed.waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await page.evaluate('"responds"')).toBe('responds')
  expect(errors).toEqual([])
  await context.close()
})

import { vi } from 'vitest'
import { PASSWORD } from './steps.ts'
import type { Visitor } from './visitor.ts'

type Mail = { to: string; text: string }

/** Makes the visitor a member of a product that a test has started for itself, without pages, and signed in. */
export async function becomeMemberOf(siteUrl: string, visitor: Visitor, email: string): Promise<void> {
  await visitor.post('/api/accounts', { email, password: PASSWORD })
  const token = await vi.waitUntil(
    async () => {
      const mails = (await (await fetch(`${siteUrl}/dev/mailbox.json`)).json()) as Mail[]
      return /#token=([\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1]
    },
    { timeout: 30_000 },
  )
  await visitor.post('/api/accounts/email-verifications', { token })
  await visitor.post('/api/session', { email, password: PASSWORD })
}

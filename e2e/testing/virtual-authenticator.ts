import type { Visitor } from './visitor.ts'

/** Gives the tab a device that creates passkeys and confirms each use by itself, as after a fingerprint. */
export async function addVirtualAuthenticator({ page, context }: Visitor): Promise<void> {
  const browser = await context.newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

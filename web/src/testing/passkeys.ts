import type { NewPasskeyOptions, Passkey, PasskeyOptions } from '@blood-bank/contract/passkeys/endpoints'
import { onTestFinished, vi } from 'vitest'

export const aPasskey = (fields: Partial<Passkey> = {}): Passkey => ({
  id: '0192f0c1-0000-7000-8000-0000000000a1',
  name: 'Chrome on Android',
  addedAt: '2026-03-01T08:00:00.000Z',
  lastUsedAt: null,
  ...fields,
})

export const NEW_OPTIONS: NewPasskeyOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: 'University Blood Bank' },
  user: { id: 'aGFuZGxl', name: 'rima@campus.edu', displayName: 'rima@campus.edu' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
}

export const OPTIONS: PasskeyOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer

const credential = {
  id: 'aWQ',
  rawId: bytes('id'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes('data'),
    attestationObject: bytes('attestation'),
    getTransports: () => ['internal', 'telepathy'],
    authenticatorData: bytes('authenticator'),
    signature: bytes('signature'),
    userHandle: bytes('handle'),
  },
}

/** Gives the browser passkeys. With an error, the person cancels, or the device refuses. */
export function startPasskeys({ error }: { error?: string } = {}) {
  const answer = vi.fn(async () => {
    if (error) throw new DOMException('The browser says so.', error)
    return credential
  })
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {})
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: answer, get: answer },
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'credentials'))
  return answer
}

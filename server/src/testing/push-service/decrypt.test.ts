import { expect, test } from 'vitest'
import { decryptPush, readBrowserKeys } from './decrypt.ts'

/** RFC 8291, appendix A. */
const EXAMPLE = {
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('the example of RFC 8291 is decrypted', () => {
  const keys = readBrowserKeys(EXAMPLE)
  expect(keys.own.getPublicKey('base64url')).toBe(EXAMPLE.publicKey)
  expect(decryptPush(Buffer.from(EXAMPLE.message, 'base64url'), keys)).toBe(
    'When I grow up, I want to be a watermelon',
  )
})

test('a message that was changed, or is for another browser, is not decrypted', () => {
  const changed = Buffer.from(EXAMPLE.message, 'base64url')
  changed.writeUInt8(changed.readUInt8(110) ^ 1, 110)
  expect(() => decryptPush(changed, readBrowserKeys(EXAMPLE))).toThrow()
  const other = readBrowserKeys({ ...EXAMPLE, auth: 'CTBZMqHH6r4Tts7J_aSIgg' })
  expect(() => decryptPush(Buffer.from(EXAMPLE.message, 'base64url'), other)).toThrow()
})

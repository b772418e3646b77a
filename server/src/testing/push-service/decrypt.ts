import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto'

const KEY_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** The bytes of salt, record size and length of the key id (RFC 8188, 2.1). */
const HEADER = { salt: 16, recordSize: 4, keyIdLength: 1 }

/** The keys of a browser's subscription. */
export type BrowserKeys = { own: ECDH; auth: Buffer }

/**
 * Decrypts the body of a push message as a browser does (RFC 8291).
 * @throws when the body was not encrypted for these keys, or not as one record
 */
export function decryptPush(body: Buffer, { own, auth }: BrowserKeys): string {
  const salt = body.subarray(0, HEADER.salt)
  const recordSize = body.readUInt32BE(HEADER.salt)
  const keyIdAt = HEADER.salt + HEADER.recordSize + HEADER.keyIdLength
  const recordAt = keyIdAt + body.readUInt8(keyIdAt - 1)
  const sender = body.subarray(keyIdAt, recordAt)
  const record = body.subarray(recordAt)
  if (record.length > recordSize) throw new Error('The message has more than one record.')
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
  const inputKey = derive(own.computeSecret(sender), { salt: auth, info: keyInfo, length: 32 })
  const part = (info: string, length: number) => derive(inputKey, { salt, info: Buffer.from(info), length })
  const key = part('Content-Encoding: aes128gcm\0', KEY_BYTES)
  const decipher = createDecipheriv('aes-128-gcm', key, part('Content-Encoding: nonce\0', NONCE_BYTES))
  decipher.setAuthTag(record.subarray(-TAG_BYTES))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()])
  const end = padded.findLastIndex(byte => byte !== 0)
  if (padded[end] !== LAST_RECORD) throw new Error('The record is not delimited as the last one.')
  return padded.subarray(0, end).toString()
}

/** The byte between the text of the last record and its padding. */
const LAST_RECORD = 2

const derive = (key: Buffer, { salt, info, length }: { salt: Buffer; info: Buffer; length: number }) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

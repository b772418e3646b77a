import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { crc32 } from 'node:zlib'
import {
  MIN_PASSWORD_LENGTH,
  passwordLength,
  passwordTooShortMessage,
} from '@blood-bank/contract/passwords/accounts'
import type { Config } from '../../config.ts'
import { refuse } from '../../platform/http/refuse.ts'

/**
 * Checks what the operator requires of passwords beyond the contract's limits.
 * @param field the form's field of the password
 * @throws Refusal naming that field
 */
export async function requireAcceptablePassword(
  password: string,
  { minPasswordLength, refuseCommonPasswords }: Config['accounts'],
  field: 'password' | 'newPassword',
): Promise<void> {
  if (passwordLength(password) < minPasswordLength) {
    const message = passwordTooShortMessage(minPasswordLength)
    throw refuse('invalid-input', { message, fields: { [field]: message } })
  }
  if (refuseCommonPasswords && (await isCommonPassword(password))) {
    throw refuse('password-too-common', { fields: { [field]: 'Please choose a less common password.' } })
  }
}

/** The refusal of a wrong password, with the message at its form field. */
export function wrongPasswordRefusal(field: 'password' | 'currentPassword') {
  const { message } = refuse('wrong-password')
  return refuse('wrong-password', { fields: { [field]: message } })
}

/**
 * 100 kB of memory, as hashes of 32 bits: the list has 49,000 passwords, the most common first. One uncommon password in
 * 170,000 has the hash of a common one and is refused, too.
 */
const MAX_COMMON_PASSWORDS = 25_000

let hashes: Promise<Uint32Array> | undefined

/** Whether a password is among the most common ones, whatever its case. The list is read once, when it is first needed. */
export async function isCommonPassword(password: string): Promise<boolean> {
  hashes ??= readHashes()
  return (await hashes).includes(crc32(comparable(password)))
}

/** Not imported: the module would stay in memory, 3 MB. */
async function readHashes() {
  const file = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
  const passwords: string[] = JSON.parse(await readFile(file, 'utf8'))
  const acceptable = passwords.filter(({ length }) => length >= MIN_PASSWORD_LENGTH)
  return Uint32Array.from(acceptable.slice(0, MAX_COMMON_PASSWORDS), password => crc32(comparable(password)))
}

const comparable = (password: string) => password.normalize('NFKC').toLowerCase()

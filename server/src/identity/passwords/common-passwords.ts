import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { crc32 } from 'node:zlib'
import { MIN_PASSWORD_LENGTH } from '@blood-bank/contract/passwords/accounts'

/**
 * 100 kB of memory, as hashes of 32 bits: the list has 49,000 passwords, the most common first. One uncommon password in
 * 170,000 has the hash of a common one and is refused, too.
 */
const MAX_PASSWORDS = 25_000

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
  return Uint32Array.from(acceptable.slice(0, MAX_PASSWORDS), password => crc32(comparable(password)))
}

const comparable = (password: string) => password.normalize('NFKC').toLowerCase()

/** The septets of one segment. */
export const SEGMENT = 160

/** The alphabet of text messages (3GPP TS 23.038), a septet for each character. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Two septets for each. */
const EXTENDED = '\f^{}\\[~]|€'

const SEPTETS = new Map([
  ...[...BASIC].map(char => [char, 1] as const),
  ...[...EXTENDED].map(char => [char, 2] as const),
])

/** Whether a text can be sent in the alphabet of text messages. Others have room for 70 characters only. */
export const isGsm7 = (text: string): boolean => [...text].every(char => SEPTETS.has(char))

/** The length of a text in septets. */
export const septets = (text: string): number =>
  [...text].reduce((sum, char) => sum + (SEPTETS.get(char) ?? 0), 0)

/** Typographic characters that have a plain one. */
const PLAIN: Record<string, string> = {
  '−': '-',
  '‐': '-',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '·': '-',
}

/** The text in that alphabet: without accents that it lacks, and without characters of other scripts. */
export const toGsm7 = (text: string): string =>
  [...text.normalize('NFKC').replace(/\s+/g, ' ')]
    .map(char => (SEPTETS.has(char) ? char : (PLAIN[char] ?? char.normalize('NFD').charAt(0))))
    .filter(isGsm7)
    .join('')
    .replace(/ +/g, ' ')
    .trim()

/** What one segment of a text message holds, in septets. Longer ones cost twice as much. */
export const SEGMENT_SEPTETS = 160

/** The alphabet of text messages (GSM 03.38); each character takes a septet. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)

/** Those that take two, because they follow an escape. */
const EXTENDED = new Set('\f^{}\\[~]|€')

/** How many septets a text takes; infinity if one of its characters is in no alphabet of text messages. */
export function septets(text: string): number {
  let count = 0
  for (const character of text)
    count += BASIC.has(character) ? 1 : EXTENDED.has(character) ? 2 : Number.POSITIVE_INFINITY
  return count
}

/** Whether a text can be sent without the encoding that has room for only 70 characters. */
export const isGsm7 = (text: string): boolean => Number.isFinite(septets(text))

/** What has no decomposition in Unicode. */
const SIMILAR: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  œ: 'oe',
  Œ: 'OE',
}

/** A line of text in the alphabet of text messages. What has nothing similar there becomes a blank. */
export const toGsm7 = (text: string): string =>
  Array.from(text.normalize('NFC'), character => inAlphabet(character) ?? ' ')
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

function inAlphabet(character: string): string | undefined {
  const similar = SIMILAR[character] ?? character
  const withoutMarks = similar.normalize('NFKD').replace(/\p{M}/gu, '')
  return [similar, withoutMarks].find(text => text !== '' && isGsm7(text))
}

const ENTITIES: Record<string, string> = { amp: '&', num: '#', equals: '=', quest: '?' }

/** Some programs encode a link once more each time that they pass it on. */
const MAX_ENCODINGS = 3

/** A link without the encodings that mail programs and chats add: "%23", "%2523", "&amp;", "&#35;". Pluses stay. */
export function decodeLink(link: string): string {
  let decoded = link
  for (let round = 0; round < MAX_ENCODINGS; round += 1)
    decoded = decoded.replace(/(?:%[\da-f]{2})+/gi, decodePart)
  return decoded
    .replace(/&#(\d{2,3});/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&(amp|num|equals|quest);/gi, (_, name: string) => ENTITIES[name.toLowerCase()] ?? '')
}

/** An encoded text; as it is if it cannot be decoded. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A line that an email's encoding has broken. */
const BREAK = /=\s+/g

/**
 * The token in the decoded end of a link: after "token=", or alone, as in text messages. Blanks, line breaks, marks that
 * nobody sees and punctuation around it are left out, and so is "3D", which an email's encoding writes after "=".
 * @returns the token; what there is of it if it is not whole, so that it can be said that the link is incomplete
 */
export function findLinkToken(text: string): string {
  const [, named] = /token\s*[=:](.*)/is.exec(text) ?? []
  const parts = (named ?? text).replace(BREAK, '').split(/[&?#;/<>"]/)
  const [value = ''] =
    named === undefined ? parts.filter(part => !part.includes('=') && isWhole(join(part))) : parts
  const joined = join(value)
  const [run = ''] = /[\w-]+/.exec(value) ?? []
  return [run, joined].map(readToken).find(isWhole) ?? joined
}

const join = (text: string) => text.replace(/[^\w-]/g, '')

/** Those of emails, and the shorter ones of text messages. */
const isWhole = (token: string) => [43, 38, 22].includes(token.length)

/** Without "3D" before it, and without what was to make it italic. */
const readToken = (token: string) =>
  isWhole(token)
    ? token
    : token.replace(/^3D(?=.{22}$|.{38}$|.{43})/i, '').replace(/^(.{43}|.{38}|.{22})[_-]+$/, '$1')

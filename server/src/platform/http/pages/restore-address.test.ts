import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PAGE_ADDRESSES, restoreAddress } from '@blood-bank/contract/pages/addresses'
import { expect, test } from 'vitest'

/** Characters that look like damage, and are none. */
const TOKEN = '3D-_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_x'
const SHORT = TOKEN.slice(0, 22)
const KEPT = TOKEN.slice(0, 38)
const UNSUBSCRIBE = `${SHORT}${TOKEN}`
const CODE = '3d0123456789abcdefghjkmnpq'
const ID = '3d98f3a0-1234-7abc-8def-0123456789ab'

const REPOSITORY = join(import.meta.dirname, '../../../../..')
const sources = await readdir(join(REPOSITORY, 'server/src'), { recursive: true })
const texts = await Promise.all(
  sources
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(name => readFile(join(REPOSITORY, 'server/src', name), 'utf8')),
)

/** What stands in a template after the text before it. */
function sampleAfter(before: string) {
  if (before.endsWith('#token=')) return TOKEN
  if (before === '/a#') return SHORT
  if (before === '/kept#') return KEPT
  if (before.endsWith('?request=')) return ID
  if (before === '/r/') return CODE
  if (before.startsWith('/unsubscribe/')) return UNSUBSCRIBE
  return 'verify-email'
}

/** The addresses in emails, texts and on what is printed: every template with the site's address in the server's code. */
const PLACEHOLDER = '\\$\\{(?:[^{}]|\\{[^{}]*\\})*\\}'
const TEMPLATE = new RegExp(`\`\\$\\{(?:\\w+\\.)*publicUrl\\}(/(?:${PLACEHOLDER}|[^\`$])*)\``, 'g')
const SENT = [...texts.join('\n').matchAll(TEMPLATE)].map(([, template = '']) =>
  template.replace(new RegExp(PLACEHOLDER, 'g'), (_, at: number) => sampleAfter(template.slice(0, at))),
)

/** Addresses of each page with all that they can carry. */
const SHOWN = Object.entries(PAGE_ADDRESSES).flatMap(([page, carried]) => {
  if (page === '/kept') return [`/kept#${KEPT}`]
  if (carried === 'token') return page === '/a' ? [`/a#${SHORT}`, `/a#${TOKEN}`] : [`${page}#token=${TOKEN}`]
  if (carried === 'path-token') return page.replace(':token', UNSUBSCRIBE).replace(':code', CODE)
  if (carried === 'any') return [page, `${page}?search=a%40b.example&sort=email`]
  const values = { bloodGroup: 'AB+', request: ID, shared: CODE }
  const query = new URLSearchParams(carried.map((name): [string, string] => [name, values[name]])).toString()
  return [page, ...(query ? [`${page}?${query}`] : [])]
})

/** Pages without scripts, and what is no page. */
const ADDRESSES = [...new Set([...SENT, ...SHOWN])].filter(address => !/previews|\.well-known/.test(address))

test('every page of the router has its address in the table, and every address that is sent was found', async () => {
  const router = await readFile(join(REPOSITORY, 'web/src/start/routes.tsx'), 'utf8')
  const paths = [...router.matchAll(/path="([^"*]+)"/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(25)
  for (const path of paths)
    expect(Object.keys(PAGE_ADDRESSES)).toContain(path.startsWith('/') ? path : `/admin/${path}`)
  expect(ADDRESSES).toEqual(
    expect.arrayContaining([`/confirm#token=${TOKEN}`, '/account#passkeys', `/r/${CODE}`]),
  )
})

const encode = (address: string) => address.replace(/[#?&=]/g, encodeURIComponent)

/** What is done to addresses. What a browser keeps to itself as the fragment is not sent. */
const DAMAGE: Record<string, (address: string) => string> = {
  encoded: encode,
  'encoded twice': address => encode(address).replaceAll('%', '%25'),
  'its # encoded': address => address.replace('#', '%23'),
  'its # encoded by an email': address => address.replace('#', '=23'),
  'its # encoded as an entity': address => address.replace('#', '&%2335;'),
  '= of an email': address => encode(address).replace('%3D', '%3D3D'),
  '&amp; for &': address => encode(address.replaceAll('&', '&amp;')),
  'its fragment in the query': address => address.replace('#', '?'),
  'its fragment behind other parameters': address =>
    address.includes('?') ? encode(address) : address.replace('#', '?fbclid=IwAR0-x_y&utm_source=mail&'),
  'parameters of others at the end': address => encode(`${address}?fbclid=IwAR0-x_y&utm_source=mail`),
  ...Object.fromEntries(
    ['.', ',', ')', '>', '"', '»', '%20', '%E2%80%8B', '%0D%0A', '.%20%20'].map(end => [
      `${end} at the end`,
      (address: string) => encode(address) + end,
    ]),
  ),
  'a blank before it': address => address.replace('/', '/%20').replaceAll('#', '%23'),
  'a mark that nobody sees in its path': address => encode(address.replace(/^(\/.)/, '$1%E2%80%8B')),
  'a slash after its path': address => encode(address.replace(/[?#]/, '/$&')),
  'the site once more before it': address => `/https://blood.example.edu${encode(address)}`,
  'the site without https': address => `/blood.example.edu${encode(address)}`,
  'capital letters': address => encode(address).replace(/^\/[a-z-]+/, path => path.toUpperCase()),
  'a break in the last ten characters': address =>
    `${encode(address.slice(0, -10))}%3D%0D%0A${encode(address.slice(-10))}`,
}

/** A break, "3D" and parameters of others could belong to what admins search for; an anchor has no value of its own. */
const isTried = (damage: string, address: string) => {
  if (/break/.test(damage)) return /^\/(a#|r\/|unsubscribe)|token=/.test(address)
  if (/others|= of an email/.test(damage)) return !address.startsWith('/admin')
  return !/in the query|behind/.test(damage) || !/account#/.test(address)
}

/** The router of the page ignores case and a slash at the end, and unknown paths lead to the landing page. */
const isOpened = (sent: string, address: string) =>
  sent === address || sent.toLowerCase().replace(/\/$/, '') === address || address === '/'

test.each(Object.entries(DAMAGE))('every address is restored with %s', (damage, change) => {
  for (const address of ADDRESSES.filter(address => isTried(damage, address))) {
    const damaged = change(address)
    const [sent = ''] = damaged.split('#', 1)
    const restored = restoreAddress(sent)
    const opened = restored ?? (isOpened(sent, address) ? address : null)
    expect([damaged, opened]).toEqual([damaged, address])
    expect(restoreAddress(address.split('#', 1)[0] ?? '')).toBeNull()
  }
})

test.each([
  ['/find-donors?bloodGroup=A+', '/find-donors?bloodGroup=A%2B'],
  ['/post-request?bloodGroup=ab%E2%88%92', '/post-request?bloodGroup=AB-'],
  ['/?bloodGroup=0%252B', '/?bloodGroup=O%2B'],
  [
    '/admin/requests?requiredBloodGroup=AB+&search=a+b',
    '/admin/requests?requiredBloodGroup=AB%2B&search=a+b',
  ],
  ['/Find-Donors?bloodgroup=b-&utm_source=x', '/find-donors?bloodGroup=B-'],
  [`/view-requests?request=${ID}?fbclid=1`, `/view-requests?request=${ID}`],
  [`/r/${CODE.toUpperCase()}`, `/r/${CODE}`],
  [`/register?request=${ID}&amp;shared=${CODE}`, `/register?request=${ID}&shared=${CODE}`],
  [`/register%3Frequest=${ID}&shared=${CODE}%23shared`, `/register?request=${ID}&shared=${CODE}#shared`],
  [`/verify-email?token=${TOKEN.slice(0, 20)}%20${TOKEN.slice(20)}`, `/verify-email#token=${TOKEN}`],
  [`/verify-email%23token=${TOKEN}_`, `/verify-email#token=${TOKEN}`],
  [`/verify\u2011email%23token=${TOKEN}%`, `/verify-email#token=${TOKEN}`],
  [`/verify%20email%23token=${TOKEN}`, `/verify-email#token=${TOKEN}`],
  [`/resetpassword%23token=${TOKEN}`, `/reset-password#token=${TOKEN}`],
  // What is not whole leads to the page, which says that the link is incomplete.
  ['/verify-email%23token=cut-off', '/verify-email#token=cut-off'],
  ['/answer%23', '/answer'],
])('%s leads to %s', (damaged, address) => {
  expect(restoreAddress(damaged)).toBe(address)
})

test.each([
  '/find-donors?bloodGroup=A',
  '/find-donors?bloodGroup=',
  '/Find-Donors/',
  '/find-donors?bloodGroup=A%2B&utm_source=x',
  '/admin/users?search=100%25&from=%3Fx%3D%26',
  '/verify-email?utm_source=mail',
  '/unsubscribe/cut-off',
  '/r/cut-off',
  '/find-donors/more',
  '/verify-emails',
  '/%2F/evil.example',
  '/%5C%5Cevil.example',
  '//evil.example/%23token=x',
  '/%0D%0Alocation:%20x',
  '/index.php?token=x',
  '/%E0%A4%A',
])('%s stays as it is', url => {
  expect(restoreAddress(url)).toBeNull()
})

import { LINK_PREVIEW_SIZE, linkPreviewOf } from '@blood-bank/contract/blood-requests/descriptions'
import { BLOOD_GROUPS, type BloodGroup, withMinus } from '@blood-bank/contract/donors/blood-groups'
import { GIVES, RECEIVES } from '../../src/ui/theme/drops.ts'

const CRIMSON = '#a5142d'
const GREY = '#4a4042'
const SHELL = '#fbf3f1'

/** What a PNG shows, and how wide it is. */
export type Drawing = { width: number; svg: string }

type Size = { width: number; height: number }

/** The two drops of the logo on a square of 32 units, with a gap between them in the colour of the ground. */
const logo = (ground: string) => `<path class="gives" d="${GIVES}"/>
  <path class="receives" stroke="${ground}" stroke-width="3" paint-order="stroke" d="${RECEIVES}"/>`

const svg = ({ width, height }: Size, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${content}</svg>`

const coloured = (gives: string, receives: string) =>
  `<style>.gives { fill: ${gives} } .receives { fill: ${receives} }</style>`

const ON_DARK = coloured('#ffffff', '#ffc9ce')

/**
 * The logo on a crimson tile.
 * @param corner radius of the tile's corners, as a share of its side; 0 where the system rounds them itself
 * @param share of the side that the logo takes: a maskable icon leaves its outer tenth empty on every side
 */
function tile(width: number, { corner, share }: { corner: number; share: number }): Drawing {
  const offset = ((1 - share) / 2) * 32
  const content = `${ON_DARK}<rect width="32" height="32" rx="${corner * 32}" fill="${CRIMSON}"/>
    <g transform="translate(${offset} ${offset}) scale(${share})">${logo(CRIMSON)}</g>`
  return { width, svg: svg({ width: 32, height: 32 }, content) }
}

/** The preview of a link to the site. Without a name, as every installation has its own. */
const site = `${coloured(CRIMSON, '#e8808b')}
  <rect width="1200" height="630" fill="${SHELL}"/>
  <g transform="translate(56 155) scale(9.7)">${logo(SHELL)}</g>
  <g fill="#231a1c" font-size="76" font-weight="800" letter-spacing="-1.5">
    <text x="435" y="198">Give blood.</text>
    <text x="435" y="282">Someone on campus</text>
    <text x="435" y="366">is waiting.</text>
  </g>
  <g fill="#65575a" font-size="34">
    <text x="435" y="442">Donors and those who need them,</text>
    <text x="435" y="488">brought together in minutes.</text>
  </g>`

/** The preview of a link to the public page of a blood request. Chats may cut it to the square in its middle. */
function request(group: BloodGroup, needed: 'Blood' | 'Platelets' | null) {
  const [ground, drop] = needed ? [CRIMSON, '#ffffff'] : [GREY, '#b5abad']
  const [width, letters] = group.length > 2 ? [580, 220] : [450, 250]
  const sign = withMinus(group).slice(-1)
  const heading = needed
    ? `<text x="600" y="500" font-size="92">${needed} needed</text>`
    : '<text x="600" y="494" font-size="74">No longer needed</text>'
  return `${ON_DARK}
    <rect width="1200" height="630" fill="${ground}"/>
    <g transform="translate(56 452) scale(4)">${logo(ground)}</g>
    <path fill="${drop}" stroke="${drop}" stroke-width="18" d="${outline(width, 320)}"/>
    <g text-anchor="middle" fill="#ffffff" font-weight="800">
      <text x="604" y="${222 + letters * 0.35}" fill="${ground}" font-size="${letters}"
        >${group.slice(0, -1)}<tspan dx="-12">${sign}</tspan></text>
      <g letter-spacing="-1.5">${heading}</g>
      <text x="600" y="570" font-size="40" font-weight="400">${needed ? `${needed === 'Blood' ? 'Is it' : 'Are they'} still needed? Open the link.` : 'Thank you for passing it on.'}</text>
    </g>`
}

/** The drop of a badge around the middle of the upper part: round, with one corner left. */
function outline(width: number, height: number) {
  const [left, top, round, corner] = [600 - width / 2, 62, height / 2, 36]
  return `M${left + round} ${top}h${width - round - corner}a${corner} ${corner} 0 0 1 ${corner} ${corner}v${round - corner}
    a${round} ${round} 0 0 1 ${-round} ${round}h${2 * round - width}a${round} ${round} 0 0 1 0 ${-height}z`
}

const preview = (content: string): Drawing => ({ width: 1200, svg: svg(LINK_PREVIEW_SIZE, content) })

/** The icon of the browser's tab, which follows its theme; the gap between the drops is transparent. */
export const FAVICON = {
  path: '/icons/favicon.svg',
  svg: svg(
    { width: 32, height: 32 },
    `<title>Two drops of blood</title>
  ${coloured('#b01530', '#ee8791')}
  <style>@media (prefers-color-scheme: dark) { .gives { fill: #e5475d } .receives { fill: #ffc2c7 } }</style>
  <mask id="gap"><path fill="#fff" d="M0 0h32v32H0z"/><path stroke="#000" stroke-width="3" d="${RECEIVES}"/></mask>
  <path class="gives" mask="url(#gap)" d="${GIVES}"/>
  <path class="receives" d="${RECEIVES}"/>`,
  ),
}

const PREVIEWS = [
  { component: 'blood', needed: 'Blood' },
  { component: 'apheresis-platelets', needed: 'Platelets' },
  { component: 'blood', needed: null },
] as const

/** Every PNG by its path. */
export const DRAWINGS: Record<string, Drawing> = {
  '/icons/favicon-32.png': { width: 32, svg: FAVICON.svg },
  '/icons/icon-192.png': tile(192, { corner: 0.22, share: 0.68 }),
  '/icons/icon-512.png': tile(512, { corner: 0.22, share: 0.68 }),
  '/icons/maskable-512.png': tile(512, { corner: 0, share: 0.54 }),
  '/icons/apple-touch-icon.png': tile(180, { corner: 0, share: 0.64 }),
  '/icons/social.png': preview(site),
  ...Object.fromEntries(
    BLOOD_GROUPS.flatMap(requiredBloodGroup =>
      PREVIEWS.map(({ component, needed }) => [
        linkPreviewOf({ requiredBloodGroup, component }, { isNeeded: needed !== null }).path,
        preview(request(requiredBloodGroup, needed)),
      ]),
    ),
  ),
}

import { LINK_PREVIEW_SIZE, linkPreviewOf } from '@blood-bank/contract/blood-requests/link-previews'
import { BLOOD_GROUPS, type BloodGroup, withMinus } from '@blood-bank/contract/donors/blood-groups'

/** The logo on a square of 32 units: one drop gives, the other receives. */
const GIVES = 'M13.5 2c4.6 6.2 10.3 11.4 10.3 17.7a10.3 10.3 0 0 1-20.6 0C3.2 13.4 8.9 8.2 13.5 2z'
const RECEIVES = 'M23.5 13.5c2.6 3.5 5.5 6.4 5.5 10.1a5.5 5.5 0 0 1-11 0c0-3.7 2.9-6.6 5.5-10.1z'

const CRIMSON = '#a5142d'

type Size = { width: number; height: number }

/** An image to render: the body of a page of that size, and whether its background is transparent. */
export type Drawing = Size & { body: string; isTransparent?: boolean }

const mark = (colours: { gives: string; receives: string; ground: string }) =>
  `<path fill="${colours.gives}" d="${GIVES}"/>
   <path fill="${colours.receives}" stroke="${colours.ground}" stroke-width="3" paint-order="stroke" d="${RECEIVES}"/>`

const ON_CRIMSON = mark({ gives: '#ffffff', receives: '#ffc9ce', ground: CRIMSON })

/**
 * The logo on a crimson tile.
 * @param corner radius of the tile's corners, as a share of its side; 0 where the system rounds them itself
 * @param share of the side that the logo takes: a maskable icon leaves its outer tenth empty on every side
 */
function tile(side: number, { corner, share }: { corner: number; share: number }): Drawing {
  const offset = (1 - share) / 2
  const body = `<svg viewBox="0 0 1 1" width="${side}" height="${side}">
    <rect width="1" height="1" rx="${corner}" fill="${CRIMSON}"/>
    <g transform="translate(${offset} ${offset}) scale(${share / 32})">${ON_CRIMSON}</g>
  </svg>`
  return { width: side, height: side, body, isTransparent: corner > 0 }
}

/** The preview image of a link to the site. Without a name, as every installation has its own. */
const social: Drawing = {
  ...LINK_PREVIEW_SIZE,
  body: `<div class="social">
    <svg viewBox="2 1 28 30" height="300">${mark({ gives: CRIMSON, receives: '#e8808b', ground: '#fbf3f1' })}</svg>
    <div><h1>Give blood.<br>Someone on campus<br>is waiting.</h1><p>Donors and those who need them,<br>brought together in minutes.</p></div>
  </div>`,
}

/** The preview image of a link to the public page of a blood request. Chats may cut it to the square in its middle. */
const request = (group: BloodGroup, isNeeded: boolean): Drawing => ({
  ...LINK_PREVIEW_SIZE,
  body: `<div class="request" data-needed="${isNeeded}">
    <div class="drop" data-rh="${group.endsWith('-') ? 'negative' : 'positive'}">${withMinus(group)}</div>
    ${
      isNeeded
        ? '<h1>Blood needed</h1><p>Is it still needed? Open the link.</p>'
        : '<h1>No longer needed</h1><p>Thank you for passing it on.</p>'
    }
  </div>`,
})

/** Every image by its path in `public`. */
export const DRAWINGS: Record<string, Drawing> = {
  '/icons/favicon-32.png': {
    width: 32,
    height: 32,
    body: `<svg viewBox="0 0 32 32" width="32" height="32">${mark({ gives: '#b01530', receives: '#ee8791', ground: '#ffffff' })}</svg>`,
    isTransparent: true,
  },
  '/icons/icon-192.png': tile(192, { corner: 0.22, share: 0.68 }),
  '/icons/icon-512.png': tile(512, { corner: 0.22, share: 0.68 }),
  '/icons/maskable-512.png': tile(512, { corner: 0, share: 0.54 }),
  '/icons/apple-touch-icon.png': tile(180, { corner: 0, share: 0.64 }),
  '/icons/social.png': social,
  ...Object.fromEntries(
    BLOOD_GROUPS.flatMap(group =>
      [true, false].map(isNeeded => [linkPreviewOf(group, { isNeeded }).path, request(group, isNeeded)]),
    ),
  ),
}

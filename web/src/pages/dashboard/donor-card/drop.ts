import { GIVES } from '../../../ui/theme/drops.ts'

/** The drop of the logo on a square of 32 units: its point, and the middle of its round part, where the group stands. */
export const DROP = {
  path: GIVES,
  middle: { x: 13.5, y: 19.7 },
  height: 28,
}

/** The card's drawing on a square of 120 units: the drop inside the ring, and how large its parts are. */
export const CARD = {
  size: 120,
  ring: { radius: 54, width: 8 },
  scale: 2.9,
  /** The middle of the drop's round part, under that of the ring. */
  middle: { x: 60, y: 69 },
  letters: 25,
}

/** Where the drop stands on the card. */
export const DROP_AT = {
  x: CARD.middle.x - DROP.middle.x * CARD.scale,
  y: CARD.middle.y - DROP.middle.y * CARD.scale,
}

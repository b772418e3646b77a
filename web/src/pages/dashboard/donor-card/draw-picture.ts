import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import { encodeQR } from 'qr'
import { CARD, DROP, DROP_AT } from './drop.ts'
import type { CardFacts } from './facts.ts'

/** A picture of a donor card. What is null is not on it. */
export type Picture = Pick<CardFacts, 'bloodGroup' | 'verification'> & {
  brandName: string
  name: string | null
  history: string | null
  /** The state, the ring, and the day on which they were true: nobody updates a picture. */
  state: string | null
  passed: number | null
  asOf: string | null
  /** Where the QR code leads. */
  url: string
}

/** Upright, as telephones show pictures; in pixels. */
export const PICTURE_SIZE = { width: 1080, height: 1350 }

const MIDDLE = PICTURE_SIZE.width / 2
const MARGIN = 64
/** The card's drawing. */
const DRAWING = { top: 134, size: 540 }
/** What is written under it. */
const LINES = { top: 690, bottom: 1040 }
/** The invitation at the foot. */
const FOOT = { top: 1046, code: 248 }
/** The empty modules around a code, on white (ISO/IEC 18004). */
const QUIET_ZONE = 3

type Line = { text: string; size: number; weight: number; colour: string }

/** Draws a picture of a donor card, in the theme of the page. */
export function drawPicture(canvas: HTMLCanvasElement, picture: Picture): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const brush: Brush = { context, colourOf: colour => resolveColour(canvas, colour), font: fontOf(canvas) }
  const { width, height } = PICTURE_SIZE
  context.fillStyle = brush.colourOf('--surface')
  context.fillRect(0, 0, width, height)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  write(brush, { text: picture.brandName, size: 44, weight: 700, colour: '--ink-soft' }, [MIDDLE, 76])
  drawCard(brush, picture)
  writeLines(brush, linesOf(picture))
  drawFoot(brush, picture)
}

type Brush = { context: CanvasRenderingContext2D; colourOf: (token: string) => string; font: string }

function resolveColour(canvas: HTMLCanvasElement, token: string): string {
  canvas.style.color = `var(${token})`
  return getComputedStyle(canvas).color
}

const fontOf = (canvas: HTMLCanvasElement) => getComputedStyle(canvas).fontFamily

/** Writes a line around a point, smaller if it is wider than the picture. */
function write(brush: Brush, { text, size, weight, colour }: Line, [x, y]: [number, number], room = 952) {
  const { context } = brush
  context.fillStyle = brush.colourOf(colour)
  const setSize = (pixels: number) => {
    context.font = `${weight} ${pixels}px ${brush.font}`
  }
  setSize(size)
  setSize(Math.max(size / 2, Math.min(size, (size * room) / context.measureText(text).width)))
  context.fillText(text, x, y, room)
}

function drawCard(brush: Brush, { bloodGroup, passed }: Picture) {
  const { context, colourOf } = brush
  const { ring, size, scale, middle, letters } = CARD
  context.save()
  context.translate(MIDDLE - DRAWING.size / 2, DRAWING.top)
  context.scale(DRAWING.size / size, DRAWING.size / size)
  const arc = (share: number, colour: string) => {
    context.beginPath()
    context.arc(size / 2, size / 2, ring.radius, -Math.PI / 2, (share - 0.25) * 2 * Math.PI)
    context.lineWidth = ring.width
    context.strokeStyle = colourOf(colour)
    context.stroke()
  }
  if (passed !== null) {
    arc(1, '--line')
    arc(passed, '--brand')
  }
  context.save()
  context.translate(DROP_AT.x, DROP_AT.y)
  context.scale(scale, scale)
  const drop = new Path2D(DROP.path)
  context.fillStyle = context.strokeStyle = colourOf('--brand')
  context.lineWidth = 1
  context.stroke(drop)
  context.fill(drop)
  context.restore()
  const group = { text: withMinus(bloodGroup), size: letters, weight: 800, colour: '--on-brand' }
  write(brush, group, [middle.x, middle.y])
  context.restore()
}

const linesOf = ({ name, history, state, verification, asOf }: Picture): Line[] =>
  [
    name !== null && { text: name, size: 64, weight: 800, colour: '--ink' },
    history !== null && { text: history, size: 56, weight: 700, colour: '--ink' },
    state !== null && { text: state, size: 46, weight: 500, colour: '--ink' },
    verification === 'Verified'
      ? { text: '✓ Verified', size: 42, weight: 600, colour: '--success' }
      : { text: verification, size: 42, weight: 600, colour: '--warning' },
    asOf !== null && { text: asOf, size: 30, weight: 400, colour: '--ink-soft' },
  ].filter(line => line !== false)

/** Writes lines below each other, in the middle of their room. */
function writeLines(brush: Brush, lines: Line[]) {
  const heights = lines.map(({ size }) => size * 1.4)
  const height = heights.reduce((sum, each) => sum + each, 0)
  let top = (LINES.top + LINES.bottom - height) / 2
  lines.forEach((line, nth) => {
    const own = heights[nth] ?? 0
    write(brush, line, [MIDDLE, top + own / 2])
    top += own
  })
}

function drawFoot(brush: Brush, { url }: Picture) {
  const { context, colourOf } = brush
  const { width, height } = PICTURE_SIZE
  context.fillStyle = colourOf('--brand')
  context.fillRect(0, FOOT.top, width, height - FOOT.top)
  const top = (FOOT.top + height - FOOT.code) / 2
  drawCode(context, url, [MARGIN, top])
  context.textAlign = 'left'
  const x = MARGIN + FOOT.code + 44
  const room = width - x - MARGIN
  const at = (share: number): [number, number] => [x, top + FOOT.code * share]
  write(brush, { text: 'Give blood, too', size: 62, weight: 800, colour: '--on-brand' }, at(0.2), room)
  write(brush, { text: 'Scan to register', size: 40, weight: 500, colour: '--on-brand' }, at(0.56), room)
  const address = url.replace(/^https?:\/\//, '')
  write(brush, { text: address, size: 36, weight: 500, colour: '--on-brand' }, at(0.86), room)
}

/** A QR code, dark on white: not every camera reads inverted ones. */
function drawCode(context: CanvasRenderingContext2D, text: string, [x, y]: [number, number]) {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  const side = FOOT.code / modules.length
  context.fillStyle = 'white'
  context.fillRect(x, y, FOOT.code, FOOT.code)
  context.fillStyle = 'black'
  // From rounded to rounded edges, so that neither gaps nor overlaps blur it.
  const edge = (nth: number) => Math.round(nth * side)
  modules.forEach((row, down) => {
    row.forEach((isDark, right) => {
      if (isDark)
        context.fillRect(
          x + edge(right),
          y + edge(down),
          edge(right + 1) - edge(right),
          edge(down + 1) - edge(down),
        )
    })
  })
}
